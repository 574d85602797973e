/** Routes of the team: members, invitations, hand-over of ownership, and the businesses of a person. */
import { Hono, type Context } from 'hono';
import {
  acceptInvitationRequest,
  changeMemberRequest,
  invitationRequest,
  inviteRequest,
  joinTeamRequest,
  offerRequest,
  switchRequest,
} from '../../../shared/contracts/team.ts';
import { confirmedRequest } from '../../../shared/contracts/account/security.ts';
import type { RefusalCode } from '../../../shared/copy/en/refusals.ts';
import { readBody, refuse, type FieldErrors } from '../../http/answers.ts';
import { afterAnswer, clientAddressOf } from '../../http/caller.ts';
import type { AppContext } from '../../http/context.ts';
import { keepLanguage } from '../../http/owner-language.ts';
import { requireMember, requireOwner } from '../../identity/require-member.ts';
import { mailRemoved } from '../account/end-membership.ts';
import { countMailedCode, mailCode } from '../account/mailed-code.ts';
import { notOnHold } from '../account/not-me.ts';
import { setDeviceCookie } from '../account/session/known-device.ts';
import { sessionsEnded, unconfirmed } from '../account/session/owner-sockets.ts';
import { callerOf, clearSessionCookie, setSessionCookie } from '../account/session/session-cookie.ts';
import { accountViewOf } from '../locations/account-view.ts';
import { listBusinesses, switchBusiness, type Entered } from './businesses.ts';
import {
  acceptInvitation,
  invite,
  joinTeam,
  mailInvitation,
  readInvitation,
  withdrawInvitation,
} from './invitations.ts';
import {
  acceptOwnership,
  endOffer,
  mailHandedOver,
  mailOffer,
  offerOf,
  offerOwnership,
} from './ownership.ts';
import { changeMember, leaveTeam, removeMember } from './team-members.ts';
import { teamViewOf } from './team-view.ts';
import { mailTeamChange } from './team-warnings.ts';

export const team = new Hono<AppContext>()

  .get('/auth/businesses', requireMember, async (c) => c.json(await listBusinesses(c.env, c.var.member), 200))

  .post('/auth/businesses/switch', requireMember, async (c) => {
    const read = await readBody(c, switchRequest);
    if (!read.ok) return read.response;
    const entered = await switchBusiness(c.env, c.var.member, read.body.businessId, Date.now());
    return entered ? answerEntered(c, entered) : refuse(c, 'not_found');
  })

  .get('/auth/team', requireMember, async (c) =>
    c.json(await teamViewOf(c.env, c.var.member, Date.now()), 200),
  )

  .post('/auth/team/invitations', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, inviteRequest);
    if (!read.ok) return read.response;
    const now = Date.now();
    const { member, config } = c.var;
    const invited = await invite(c.env, member, read.body, now);
    if (!invited.ok) return no(c, invited);
    afterAnswer(c, mailInvitation(c.env, config.origin, invited.invited, invited.token));
    afterAnswer(c, mailTeamChange(c.env, config, member, 'invited', now));
    return c.json(await teamViewOf(c.env, member, now), 201);
  })

  .delete('/auth/team/invitations/:id', requireMember, async (c) => {
    const withdrawn = await withdrawInvitation(c.env, c.var.member, c.req.param('id'), Date.now());
    return withdrawn.ok ? c.json({ success: true }, 200) : no(c, withdrawn);
  })

  .patch('/auth/team/members/:id', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, changeMemberRequest);
    if (!read.ok) return read.response;
    const now = Date.now();
    const { member, config } = c.var;
    const changed = await changeMember(c.env, member, c.req.param('id'), read.body, now);
    if (!changed.ok) return no(c, changed);
    afterAnswer(c, mailTeamChange(c.env, config, member, 'roleChanged', now));
    return c.json(sessionsEnded(changed.unconfirmedAt), 200);
  })

  .delete('/auth/team/members/:id', requireMember, async (c) => {
    const removed = await removeMember(c.env, c.var.member, c.req.param('id'));
    if (!removed.ok) return no(c, removed);
    afterAnswer(c, mailRemoved(c.env, removed.member));
    return c.json(sessionsEnded(removed.unconfirmedAt), 200);
  })

  .post('/auth/team/leave', requireMember, async (c) => {
    const read = await readBody(c, confirmedRequest);
    if (!read.ok) return read.response;
    const left = await leaveTeam(c.env, c.var.member, read.body, Date.now());
    if (!left.ok) return no(c, left);
    clearSessionCookie(c);
    afterAnswer(c, mailRemoved(c.env, c.var.member.user));
    return c.json(sessionsEnded(left.unconfirmedAt), 200);
  })

  .post('/auth/invitation', async (c) => {
    const read = await readBody(c, invitationRequest);
    if (!read.ok) return read.response;
    const found = await readInvitation(c.env, read.body.token, clientAddressOf(c), Date.now());
    return found.ok ? c.json(found.answer, 200) : no(c, found);
  })

  .post('/auth/invitation/accept', async (c) => {
    const read = await readBody(c, acceptInvitationRequest);
    if (!read.ok) return read.response;
    const accepted = await acceptInvitation(c.env, read.body, callerOf(c), Date.now());
    return accepted.ok ? answerEntered(c, accepted, 201) : no(c, accepted);
  })

  .post('/auth/invitation/join', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, joinTeamRequest);
    if (!read.ok) return read.response;
    const joined = await joinTeam(c.env, c.var.member, read.body, clientAddressOf(c), Date.now());
    return joined.ok ? answerEntered(c, joined) : no(c, joined);
  })

  .get('/auth/team/ownership', requireMember, async (c) =>
    c.json(await offerOf(c.env, c.var.member, Date.now()), 200),
  )

  .post('/auth/team/ownership', requireOwner, notOnHold, async (c) => {
    const read = await readBody(c, offerRequest);
    if (!read.ok) return read.response;
    const { owner, config } = c.var;
    const now = Date.now();
    const offered = await offerOwnership(c.env, config.phoneHashKey, owner, read.body, now);
    if (!offered.ok) return no(c, offered);
    afterAnswer(c, mailOffer(c.env, config, owner, offered.member, now));
    return c.json({ success: true }, 200);
  })

  .post('/auth/team/ownership/code', requireOwner, notOnHold, async (c) => {
    const { config, owner } = c.var;
    const now = Date.now();
    const within = await countMailedCode(c.env, owner.user, now);
    if (!within.ok) return refuse(c, 'too_many_requests', within);
    afterAnswer(c, mailCode(c.env, config, owner.user, 'hand-over', now));
    return c.json({ success: true }, 200);
  })

  .delete('/auth/team/ownership', requireMember, async (c) =>
    (await endOffer(c.env, c.var.member)) ? c.json({ success: true }, 200) : refuse(c, 'not_found'),
  )

  .post('/auth/team/ownership/accept', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, confirmedRequest);
    if (!read.ok) return read.response;
    const now = Date.now();
    const taken = await acceptOwnership(c.env, c.var.member, read.body, now);
    if (!taken.ok) return no(c, taken);
    setSessionCookie(c, taken.token);
    afterAnswer(c, mailHandedOver(c.env, c.var.config, taken.earlier, now));
    return c.json(sessionsEnded(taken.unconfirmedAt), 200);
  });

/** Answers the account for which the new session acts. */
async function answerEntered(
  c: Context<AppContext>,
  { token, member, unconfirmedAt }: Entered,
  status: 200 | 201 = 200,
): Promise<Response> {
  const view = await accountViewOf(c.env, member);
  setSessionCookie(c, token);
  setDeviceCookie(c, member.user, Date.now());
  keepLanguage(c, member.user.language);
  return c.json({ user: view, ...unconfirmed(unconfirmedAt) }, status);
}

function no(
  c: Context<AppContext>,
  refused: { code: RefusalCode; fieldErrors?: FieldErrors; retryAfterSeconds?: number },
): Response {
  return refuse(c, refused.code, refused);
}
