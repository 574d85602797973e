/** Routes of "Account & security": address, password, sessions, second step, passkeys, deletion of the account. */
import { Hono, type Context } from 'hono';
import {
  beginSecondStepRequest,
  changeEmailRequest,
  changePasswordRequest,
  confirmedRequest,
  confirmSecondStepRequest,
  confirmedByMailRequest,
  languageRequest,
  notMeRequest,
  numberCodeRequest,
  passkeyStepRequest,
  proveNumberRequest,
  verifyEmailRequest,
} from '../../../shared/contracts/account/security.ts';
import {
  addPasskeyRequest,
  removePasskeyRequest,
  renamePasskeyRequest,
} from '../../../shared/contracts/account/passkeys.ts';
import { changePassword, mailPasswordChanged } from './password/change-password.ts';
import { deleteAccount, mailDeleted, mailFormerMembers } from './delete-account.ts';
import { countMailedCode, mailCode } from './mailed-code.ts';
import { notMe, notOnHold } from './not-me.ts';
import { mailRemoved } from './end-membership.ts';
import {
  addPasskey,
  beginPasskey,
  mailPasskeyChange,
  removePasskey,
  renamePasskey,
} from './passkeys/passkeys.ts';
import { endAllSessions, endOneSession } from './session/end-sessions.ts';
import {
  beginPasskeyStep,
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  renewRecoveryCodes,
  mailNewRecoveryCodes,
  mailSecondStepChange,
} from './second-step/second-step.ts';
import { proveNumber, textNumberCode } from './sign-up/prove-number.ts';
import { securityViewOf } from './security-view.ts';
import {
  askForEmailChange,
  sendEmailChange,
  sendVerification,
  mailOldAddress,
  readVerification,
  verificationWanted,
  verifyEmail,
} from './sign-up/verify-email.ts';
import { readBody, refuse } from '../../http/answers.ts';
import { pageOrigin } from '../../http/cross-site.ts';
import { afterAnswer, callingDevice, clientAddressOf } from '../../http/caller.ts';
import { setDeviceCookie } from './session/known-device.ts';
import { sessionsEnded } from './session/end-sessions-at.ts';
import { clearSessionCookie, setSessionCookie } from './session/session-cookie.ts';
import type { AppContext } from '../../http/context.ts';
import { database } from '../../db/client.ts';
import { keepLanguage } from '../../http/owner-language.ts';
import { requireMember, requireOwner } from '../../identity/require-member.ts';
import { setLanguage } from '../../identity/users.ts';

export const accountSecurity = new Hono<AppContext>()

  .get('/auth/security', requireMember, async (c) =>
    c.json(await securityViewOf(c.env, c.var.member, Date.now()), 200),
  )

  .patch('/auth/language', requireMember, async (c) => {
    const read = await readBody(c, languageRequest);
    if (!read.ok) return read.response;
    const { language } = read.body;
    await setLanguage(database(c.env), c.var.member.user.id, language);
    keepLanguage(c, language);
    return success(c);
  })

  .post('/auth/verify-email', async (c) => {
    const read = await readBody(c, verifyEmailRequest);
    if (!read.ok) return read.response;
    const { config } = c.var;
    const by = { sender: clientAddressOf(c), trialKey: config.phoneHashKey };
    const now = Date.now();
    const done = await verifyEmail(c.env, read.body, by, now);
    if (!done.ok) return refuse(c, done);
    if (done.told !== null) afterAnswer(c, mailOldAddress(c.env, config, done.told, now));
    return c.json({ success: true, ...(done.isTrialOver && { trialOver: true }) }, 200);
  })

  .post('/auth/verify-email/account', async (c) => {
    const read = await readBody(c, verifyEmailRequest);
    if (!read.ok) return read.response;
    const link = { token: read.body.token, isMine: true };
    const found = await readVerification(
      c.env,
      c.var.config.phoneHashKey,
      link,
      clientAddressOf(c),
      Date.now(),
    );
    return found.ok ? c.json(found.account, 200) : refuse(c, found);
  })

  .post('/auth/verify-email/not-mine', async (c) => {
    const read = await readBody(c, verifyEmailRequest);
    if (!read.ok) return read.response;
    const link = { token: read.body.token, isMine: false };
    const ended = await readVerification(
      c.env,
      c.var.config.phoneHashKey,
      link,
      clientAddressOf(c),
      Date.now(),
    );
    return ended.ok ? success(c) : refuse(c, ended);
  })

  .post('/auth/not-me', async (c) => {
    const read = await readBody(c, notMeRequest);
    if (!read.ok) return read.response;
    const link = { token: read.body.token, sender: clientAddressOf(c) };
    const done = await notMe(c.env, c.var.config.phoneHashKey, link, Date.now());
    if (!done.ok) return refuse(c, done);
    for (const person of done.removed) afterAnswer(c, mailRemoved(c.env, person));
    return c.json(sessionsEnded(done.unconfirmedAt), 200);
  })

  .post('/auth/send-verification', requireMember, async (c) => {
    const now = Date.now();
    const wanted = await verificationWanted(c.env, c.var.member, now);
    if (!wanted.ok) return refuse(c, wanted);
    const { email } = wanted;
    if (email !== null) {
      const { id: userId, language } = c.var.member.user;
      const about = { userId, email, language };
      afterAnswer(c, sendVerification(c.env, c.var.config.origin, about, now));
    }
    return success(c);
  })

  .post('/auth/number-code', requireOwner, async (c) => {
    const read = await readBody(c, numberCodeRequest);
    if (!read.ok) return read.response;
    const sent = await textNumberCode(c.env, c.var.config, c.var.owner, read.body.phone, Date.now());
    return sent.ok ? success(c) : refuse(c, sent);
  })

  .post('/auth/number-code/confirm', requireOwner, async (c) => {
    const read = await readBody(c, proveNumberRequest);
    if (!read.ok) return read.response;
    const proven = await proveNumber(c.env, c.var.config, c.var.owner, read.body.code, Date.now());
    return proven.ok ? success(c) : refuse(c, proven);
  })

  .post('/auth/change-email', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, changeEmailRequest);
    if (!read.ok) return read.response;
    const now = Date.now();
    const asked = await askForEmailChange(c.env, c.var.member, read.body, now);
    if (!asked.ok) return refuse(c, asked);
    // The mails are sent after the answer, so that the response time does not reveal whether another account has the
    // address.
    afterAnswer(c, sendEmailChange(c.env, c.var.config, c.var.member, read.body.email, now));
    return success(c);
  })

  .post('/auth/change-password', requireMember, async (c) => {
    const read = await readBody(c, changePasswordRequest);
    if (!read.ok) return read.response;
    const { member, config } = c.var;
    const now = Date.now();
    const changed = await changePassword(c.env, member, read.body, callingDevice(c), now);
    if (!changed.ok) return refuse(c, changed);
    setSessionCookie(c, changed.token);
    setDeviceCookie(c, changed.user, now);
    afterAnswer(c, mailPasswordChanged(c.env, config, member, now));
    return c.json(sessionsEnded(changed.unconfirmedAt), 200);
  })

  .delete('/auth/sessions', requireMember, async (c) => {
    const unconfirmedAt = await endAllSessions(c.env, c.var.member);
    clearSessionCookie(c);
    return c.json(sessionsEnded(unconfirmedAt), 200);
  })

  .delete('/auth/sessions/:id', requireMember, async (c) => {
    const unconfirmedAt = await endOneSession(c.env, c.var.member, c.req.param('id'), Date.now());
    return unconfirmedAt ? c.json(sessionsEnded(unconfirmedAt), 200) : refuse(c, 'not_found');
  })

  .post('/auth/second-step', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, beginSecondStepRequest);
    if (!read.ok) return read.response;
    const begun = await beginSecondStep(c.env, c.var.member, read.body.password, Date.now());
    return begun.ok ? c.json(begun.offer, 200) : refuse(c, begun);
  })

  .post('/auth/second-step/confirm', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, confirmSecondStepRequest);
    if (!read.ok) return read.response;
    const { member, config } = c.var;
    const now = Date.now();
    const confirmed = await confirmSecondStep(c.env, member, read.body.code, now);
    if (!confirmed.ok) return refuse(c, confirmed);
    afterAnswer(c, mailSecondStepChange(c.env, config, member.user, 'on', now));
    return c.json({ recoveryCodes: confirmed.recoveryCodes }, 200);
  })

  .post('/auth/second-step/passkey', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, passkeyStepRequest);
    if (!read.ok) return read.response;
    const { member, config } = c.var;
    const now = Date.now();
    const begun = await beginPasskeyStep(c.env, member, read.body, now);
    if (!begun.ok) return refuse(c, begun);
    afterAnswer(c, mailSecondStepChange(c.env, config, member.user, 'on', now));
    return c.json({ recoveryCodes: begun.recoveryCodes }, 200);
  })

  .post('/auth/second-step/recovery-codes', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, confirmedRequest);
    if (!read.ok) return read.response;
    const { member, config } = c.var;
    const now = Date.now();
    const renewed = await renewRecoveryCodes(c.env, member, read.body, now);
    if (!renewed.ok) return refuse(c, renewed);
    afterAnswer(c, mailNewRecoveryCodes(c.env, config, member, 'renewed', now));
    return c.json({ recoveryCodes: renewed.recoveryCodes }, 200);
  })

  .post('/auth/second-step/off', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, confirmedRequest);
    if (!read.ok) return read.response;
    const { member, config } = c.var;
    const now = Date.now();
    const ended = await endSecondStep(c.env, member, read.body, now);
    if (!ended.ok) return refuse(c, ended);
    afterAnswer(c, mailSecondStepChange(c.env, config, member.user, 'off', now));
    return success(c);
  })

  .post('/auth/passkeys/options', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, confirmedRequest);
    if (!read.ok) return read.response;
    const origin = pageOrigin(c.req.raw, c.var.config);
    const begun = await beginPasskey(c.env, origin, c.var.member, read.body, Date.now());
    return begun.ok ? c.json(begun.options, 200) : refuse(c, begun);
  })

  .post('/auth/passkeys', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, addPasskeyRequest);
    if (!read.ok) return read.response;
    const { member, config } = c.var;
    const now = Date.now();
    const added = await addPasskey(c.env, pageOrigin(c.req.raw, config), member, read.body, now);
    if (!added.ok) return refuse(c, added);
    afterAnswer(c, mailPasskeyChange(c.env, config, member, 'added', now));
    return success(c);
  })

  .post('/auth/passkeys/rename', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, renamePasskeyRequest);
    if (!read.ok) return read.response;
    const renamed = await renamePasskey(c.env, c.var.member, read.body);
    return renamed.ok ? success(c) : refuse(c, renamed);
  })

  .post('/auth/passkeys/remove', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, removePasskeyRequest);
    if (!read.ok) return read.response;
    const { member, config } = c.var;
    const now = Date.now();
    const removed = await removePasskey(c.env, member, read.body, now);
    if (!removed.ok) return refuse(c, removed);
    afterAnswer(c, mailPasskeyChange(c.env, config, member, 'removed', now));
    return success(c);
  })

  .post('/auth/deletion-code', requireOwner, notOnHold, async (c) => {
    const { config, owner } = c.var;
    const now = Date.now();
    const within = await countMailedCode(c.env, owner.user, now);
    if (!within.ok) return refuse(c, within);
    afterAnswer(c, mailCode(c.env, config, owner.user, 'deletion', now));
    return success(c);
  })

  .post('/auth/delete-account', requireOwner, notOnHold, async (c) => {
    const read = await readBody(c, confirmedByMailRequest);
    if (!read.ok) return read.response;
    const { owner, config } = c.var;
    const deleted = await deleteAccount(c.env, config.phoneHashKey, owner, read.body, Date.now());
    if (!deleted.ok) return refuse(c, deleted);
    clearSessionCookie(c);
    afterAnswer(c, mailDeleted(c.env, owner.user, 'owner'));
    afterAnswer(c, mailFormerMembers(c.env, deleted.told));
    return c.json(sessionsEnded(deleted.unconfirmedAt), 200);
  });

function success(c: Context<AppContext>): Response {
  return c.json({ success: true }, 200);
}
