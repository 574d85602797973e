/** Routes of guests: find a business, join, follow, change, leave (`docs/spec.md` section 7, 10.7 to 10.9). */
import { Hono, type Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type * as z from 'zod/mini';
import { pageCatalogues } from '../../../shared/copy/worker-page-catalogues.ts';
import type { TextObstacle } from '../../../shared/visit-values.ts';
import type { RefusalCode } from '../../../shared/copy/en/refusals.ts';
import { guestRequests } from '../../../shared/contracts/guest-requests.ts';
import {
  BOT_CHECK_HEADER,
  guestReply,
  languageChange,
  numberCheckRequest,
  type NumberCheck,
} from '../../../shared/contracts/guest.ts';
import { READS_MOVED } from '../../../shared/contracts/live-protocol.ts';
import { negotiateLanguage, type Language } from '../../../shared/languages.ts';
import { droppedReminder, pushSubscription } from '../../../shared/contracts/reminder.ts';
import type { AppContext } from '../../http/context.ts';
import type { GuestClaim } from '../../../shared/queue/commands.ts';
import type { Joined, ReadNumber } from '../../location/rpc.ts';
import { executeByGuest } from './guest-commands.ts';
import { loadAddresses, locationById, locationByToken, type LocationStub } from '../../location/stubs.ts';
import { limitReads } from './limit-reads.ts';
import { visitorOf } from './visitor.ts';
import { clearVisitCookie, setVisitCookie, visitCookieName } from './visit-cookie.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { joinBySender } from './sender-check.ts';
import { isCrossSite } from '../../http/cross-site.ts';
import { withinShield } from '../../http/flood-shield.ts';
import { turnstileScript } from '../../http/human-check.ts';
import { readBody, readIdempotencyKey, refuse, type Refused } from '../../http/answers.ts';

/** The refusal of a call that exceeds a limit per minute. */
const tooMany = { code: 'too_many_requests', retryAfterSeconds: 60 } as const;

const limited = limitReads((c) => refuseGuest(c, tooMany));

export const guestQueue = new Hono<AppContext>()

  .get('/auth/business/:username/addresses', limited, async (c) => {
    const found = await loadAddresses(c.env, c.req.param('username'), languageOf(c), visitorOf(c));
    if (found.ok) return c.json({ addresses: found.addresses }, 200);
    return refuseGuest(c, found.code === 'too_many_requests' ? tooMany : found.code);
  })

  .post('/auth/business/:username/number-check', async (c) => {
    const username = c.req.param('username');
    const read = await readBody(c, numberCheckRequest);
    if (!read.ok) return read.response;
    const { locationId, phoneNumber } = read.body;
    // Checks of typed numbers have their own limit, so that they do not use up the limit for joins of other guests in
    // the same network. The limit is counted for each location and not for each username, because a call with a wrong
    // username also wakes the location's object.
    if (!(await withinShield(c.env, c.get('config'), c.req.raw, `${locationId} number-check`)))
      return refuseGuest(c, tooMany);
    const result = await locationById(c.env, locationId)?.readNumber(username, phoneNumber);
    if (!result?.ok) return refuseGuest(c, result?.code ?? 'not_found');
    const obstacle = obstacleOf(result);
    const check: NumberCheck =
      obstacle === null ? {} : { obstacle, reason: pageCatalogues[languageOf(c)].textObstacles[obstacle] };
    return c.json(check, 200);
  })

  .post('/auth/business/:username/queue', async (c) => {
    const username = c.req.param('username');
    const language = languageOf(c);
    const read = await readBody(c, guestRequests[language].join);
    if (!read.ok) return read.response;
    const idempotencyKey = readIdempotencyKey(c);
    if (idempotencyKey instanceof Response) return idempotencyKey;
    if (!(await withinShield(c.env, c.get('config'), c.req.raw, username))) return refuseGuest(c, tooMany);

    const joined = await joinBySender(c, c.req.header(BOT_CHECK_HEADER), {
      username,
      request: read.body,
      idempotencyKey,
      language,
      cookieToken: visitCookieOf(c),
      visitor: visitorOf(c),
    });
    return joined.ok ? answerJoin(c, joined) : refuseJoin(c, joined);
  })

  .get('/auth/business/:username/queue/token/:token/status', limited, async (c) => {
    const claimed = claimByToken(c, c.req.param('username'), c.req.param('token'));
    const result = await claimed?.stub.status(claimed.claim);
    return result?.ok ? c.json(result.answer, 200) : refuseGuest(c, result?.code ?? 'not_found');
  })

  .patch('/auth/business/:username/queue/token/:token', async (c) => {
    const read = await readVisitCall(c, c.req.param(), guestRequests[languageOf(c)].change);
    if (!read.ok) return read.response;
    const { waitingPreference, phoneNumber } = read.body;
    const language = languageOf(c);
    return answerGuest(c, read.claimed, {
      kind: 'change-preference',
      waitingPreference,
      phoneNumber,
      language,
    });
  })

  .delete('/auth/business/:username/queue/token/:token', async (c) => {
    const username = c.req.param('username');
    const claimed = claimByToken(c, username, c.req.param('token'));
    if (claimed === null) return refuseGuest(c, 'not_found');
    if (!(await withinShield(c.env, c.var.config, c.req.raw, username))) return refuseGuest(c, tooMany);
    return endAs(c, claimed, 'erase-guest');
  })

  .put('/auth/business/:username/queue/token/:token/language', async (c) => {
    const read = await readVisitCall(c, c.req.param(), languageChange);
    if (!read.ok) return read.response;
    return answerGuest(c, read.claimed, { kind: 'change-language', language: read.body.language });
  })

  .post('/auth/business/:username/queue/token/:token/reply', async (c) => {
    const read = await readVisitCall(c, c.req.param(), guestReply);
    if (!read.ok) return read.response;
    const said = read.body;
    return answerGuest(
      c,
      read.claimed,
      said.reply === 'on_my_way' ? { kind: 'on-my-way' } : { kind: 'more-time', position: said.position },
    );
  })

  .put('/auth/business/:username/queue/token/:token/reminder', async (c) => {
    const read = await readVisitCall(c, c.req.param(), pushSubscription);
    if (!read.ok) return read.response;
    // Reminders need push keys in the configuration.
    if (c.get('config').push === null) return refuseGuest(c, 'not_found');
    const { stub, claim } = read.claimed;
    const result = await stub.subscribeToReminder(claim, read.body);
    return result.ok ? c.json({ success: true }, 200) : refuseGuest(c, result.code);
  })

  .delete('/auth/business/:username/queue/token/:token/reminder', async (c) => {
    const read = await readVisitCall(c, c.req.param(), droppedReminder);
    if (!read.ok) return read.response;
    const { stub, claim } = read.claimed;
    const result = await stub.unsubscribeFromReminder(claim, read.body.endpoint);
    return result.ok ? c.json({ success: true }, 200) : refuseGuest(c, result.code);
  })

  .get('/auth/business/:username/queue/token/:token/live', limited, async (c) => {
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') return refuseGuest(c, 'upgrade_required');
    if (isCrossSite(c.req.raw, c.get('config'))) return refuseGuest(c, 'bad_origin');
    const claimed = claimByToken(c, c.req.param('username'), c.req.param('token'));
    if (claimed === null) return refuseGuest(c, 'not_found');
    const response = await claimed.stub.fetch('https://location/live', {
      headers: {
        Upgrade: 'websocket',
        'x-username': encodeURIComponent(claimed.claim.username),
        'x-visit-secret': claimed.claim.secret,
        ...(new URL(c.req.url).search === `?${READS_MOVED}` && { 'x-reads-moved': 'yes' }),
      },
    });
    return response.status === 101 ? response : refuseGuest(c, 'not_found');
  })

  .get('/auth/business/:username/queue/:customerKey/status', limited, async (c) => {
    const claimed = claimByKey(c, c.req.param('username'), c.req.param('customerKey'));
    if (claimed === null) return refuseGuest(c, 'not_found');
    const result = await claimed.stub.status(claimed.claim);
    return result.ok ? c.json(result.answer, 200) : refuseGuest(c, result.code);
  })

  .post('/auth/business/:username/queue/:customerKey/leave', (c) =>
    answerEnd(c, 'leave', c.req.param('username'), c.req.param('customerKey')),
  )

  .post('/auth/business/:username/queue/:customerKey/cannot-come', (c) =>
    answerEnd(c, 'cannot-come', c.req.param('username'), c.req.param('customerKey')),
  );

/** The reason why no text can be sent to a number; null if texts can be sent. */
function obstacleOf({ obstacle, isLandline }: ReadNumber): TextObstacle | null {
  if (isLandline) return 'landline';
  if (obstacle === null) return null;
  return obstacle === 'foreign_number' ? 'country' : 'unknown';
}

/** The language that the guest's page sends in the header `Accept-Language`. */
function languageOf(c: Context<AppContext>): Language {
  return negotiateLanguage(c.req.header('Accept-Language') ?? null);
}

/**
 * Refuses a join. If the refusal asks for the bot check, it contains the site key and the script's URL of the check's
 * widget. So pages need no other source for the key and the URL.
 */
function refuseJoin(c: Context<AppContext>, { code, retryAfterSeconds }: Refusal): Response {
  const { turnstile } = c.get('config');
  const widget =
    code === 'human_check' && turnstile !== null
      ? { siteKey: turnstile.siteKey, script: turnstileScript(turnstile) }
      : undefined;
  return refuseGuest(c, { code, ...(retryAfterSeconds && { retryAfterSeconds }), ...(widget && { widget }) });
}

function refuseGuest(c: Context<AppContext>, refused: RefusalCode | Refused): Response {
  return refuse(c, refused, languageOf(c));
}

type Claimed = { stub: LocationStub; claim: GuestClaim };

/** Reads a guest's call about a visit: the visit in the path, and the body. The flood shield counts the call. */
async function readVisitCall<Schema extends z.core.$ZodType>(
  c: Context<AppContext>,
  { username, token }: { username: string; token: string },
  schema: Schema,
): Promise<{ ok: true; claimed: Claimed; body: z.core.output<Schema> } | { ok: false; response: Response }> {
  const claimed = claimByToken(c, username, token);
  if (claimed === null) return { ok: false, response: refuseGuest(c, 'not_found') };
  const read = await readBody(c, schema);
  if (!read.ok) return read;
  if (!(await withinShield(c.env, c.get('config'), c.req.raw, username)))
    return { ok: false, response: refuseGuest(c, tooMany) };
  return { ...read, claimed };
}

async function answerGuest(
  c: Context<AppContext>,
  claimed: Claimed,
  asked: Parameters<typeof executeByGuest>[2],
): Promise<Response> {
  const result = await executeByGuest(claimed.stub, claimed.claim, asked);
  return result.ok ? c.json(result.answer, 200) : refuseGuest(c, result.code);
}

/** Ends the visit that a customer key identifies; the guest is the actor. */
async function answerEnd(
  c: Context<AppContext>,
  kind: 'leave' | 'cannot-come',
  username: string,
  customerKey: string,
): Promise<Response> {
  const claimed = claimByKey(c, username, customerKey);
  return claimed === null ? refuseGuest(c, 'not_found') : endAs(c, claimed, kind);
}

/** Executes a command that ends the visit. Clears the visit's cookie. */
async function endAs(
  c: Context<AppContext>,
  claimed: Claimed,
  kind: 'leave' | 'cannot-come' | 'erase-guest',
): Promise<Response> {
  const result = await executeByGuest(claimed.stub, claimed.claim, { kind });
  if (!result.ok) return refuseGuest(c, result.code);
  const response = c.json({ success: true }, 200);
  clearVisitCookie(response.headers, c.get('config').origin, result.username);
  return response;
}

function claimByToken(c: Context<AppContext>, username: string, token: string): Claimed | null {
  const found = locationByToken(c.env, token);
  return found && { stub: found.stub, claim: { username, secret: found.secret } };
}

/** A customer key is not secret, so these routes also need the token, from a header or the cookie. */
function claimByKey(c: Context<AppContext>, username: string, customerKey: string): Claimed | null {
  const bearer = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const claimed = claimByToken(c, username, bearer ?? visitCookieOf(c));
  return claimed && { ...claimed, claim: { ...claimed.claim, customerKey } };
}

/** Answers a join with 201, or with 200 and the existing visit if the join was repeated. */
function answerJoin(c: Context<AppContext>, { answer, username, resumed }: Joined): Response {
  // If the visit of a repeated join is over, the cookie is not set.
  const isOver = answer.customer.status === 'left' || answer.customer.status === 'removed';
  // `c.json` would copy the headers once more.
  const response = Response.json(answer, { status: resumed ? 200 : 201 });
  if (!isOver) setVisitCookie(response.headers, c.get('config').origin, username, answer.queueToken);
  return response;
}

/** The token in this browser's cookie for this path; '' without a cookie. */
function visitCookieOf(c: Context<AppContext>): string {
  return getCookie(c, visitCookieName(c.get('config').origin)) ?? '';
}
