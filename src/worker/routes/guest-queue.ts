/** The guest's calls: look a business up, join, follow, change, leave (`spec.md` section 7; decisions 7 to 9). */
import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { refusals } from '../../shared/copy/refusals.ts';
import { joinRequest, preferenceChange } from '../../shared/guest-queue.ts';
import type { AppContext } from '../context.ts';
import type { GuestClaim, Joined } from '../queue/calls.ts';
import {
  loadAddresses,
  locationById,
  locationByToken,
  locationIdOf,
  type LocationStub,
} from '../queue/locate.ts';
import { visitCookieName, visitCookieOptions, visitCookiePaths } from '../queue/visit-cookie.ts';
import { clientAddress } from '../security/client-address.ts';
import { isCrossSite } from '../security/cross-site.ts';
import { readBody, refuse } from './answers.ts';

/** Long enough to be nobody else's by chance, short enough to store. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{16,200}$/;

export const guestQueue = new Hono<AppContext>()

  .get('/auth/business/:username/addresses', async (c) => {
    const business = await loadAddresses(c.env, c.req.param('username'));
    return business === null ? refuse(c, 'not_found') : c.json({ addresses: business.addresses }, 200);
  })

  .post('/auth/business/:username/queue', async (c) => {
    const username = c.req.param('username');
    const read = await readBody(c, joinRequest);
    if (!read.ok) return read.response;
    const idempotencyKey = c.req.header('Idempotency-Key') ?? null;
    if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      const fieldErrors = { 'Idempotency-Key': [refusals.invalid_input.sentence] };
      return refuse(c, 'invalid_input', { fieldErrors });
    }

    const held = await heldVisit(c, username);
    if (held !== null) return answerJoin(c, held, 200);

    const { locationId, address } = read.body;
    // The page sends the location's id.
    const id = locationId ?? (await locationIdOf(c.env, username, address));
    const location = id === null ? null : locationById(c.env, id);
    if (location === null) return refuse(c, 'not_found');
    if (!(await withinShield(c, `${id}`))) return refuse(c, 'too_many_requests', { retryAfterSeconds: 60 });
    const joined = await location.join({ username, request: read.body, idempotencyKey, sender: senderOf(c) });
    if (joined.ok) return answerJoin(c, joined, 201);
    return refuse(c, joined.code, joined.code === 'too_many_requests' ? { retryAfterSeconds: 60 } : {});
  })

  .get('/auth/business/:username/queue/token/:token/status', async (c) => {
    const claimed = claimByToken(c, c.req.param('username'), c.req.param('token'));
    const reply = await claimed?.stub.status(claimed.claim);
    return reply?.ok ? c.json(reply.answer, 200) : refuse(c, 'not_found');
  })

  .patch('/auth/business/:username/queue/token/:token', async (c) => {
    const claimed = claimByToken(c, c.req.param('username'), c.req.param('token'));
    if (claimed === null) return refuse(c, 'not_found');
    const read = await readBody(c, preferenceChange);
    if (!read.ok) return read.response;
    const reply = await claimed.stub.changePreference(claimed.claim, read.body);
    return reply.ok ? c.json(reply.answer, 200) : refuse(c, reply.code);
  })

  .get('/auth/business/:username/queue/token/:token/live', async (c) => {
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') return refuse(c, 'upgrade_required');
    if (isCrossSite(c.req.raw, c.var.config)) return refuse(c, 'bad_origin');
    const claimed = claimByToken(c, c.req.param('username'), c.req.param('token'));
    if (claimed === null) return refuse(c, 'not_found');
    const response = await claimed.stub.fetch('https://location/live', {
      headers: {
        Upgrade: 'websocket',
        'x-username': encodeURIComponent(claimed.claim.username),
        'x-visit-secret': claimed.claim.secret,
      },
    });
    return response.status === 101 ? response : refuse(c, 'not_found');
  })

  .get('/auth/business/:username/queue/:customerKey/status', async (c) => {
    const claimed = claimByKey(c, c.req.param('username'), c.req.param('customerKey'));
    if (claimed === null) return refuse(c, 'not_found');
    const reply = await claimed.stub.status(claimed.claim);
    return reply.ok ? c.json(reply.answer, 200) : refuse(c, reply.code);
  })

  .post('/auth/business/:username/queue/:customerKey/leave', async (c) => {
    const claimed = claimByKey(c, c.req.param('username'), c.req.param('customerKey'));
    if (claimed === null) return refuse(c, 'not_found');
    const reply = await claimed.stub.leave(claimed.claim);
    if (!reply.ok) return refuse(c, reply.code);
    for (const path of visitCookiePaths(claimed.claim.username)) {
      setCookie(c, visitCookieName, '', { ...visitCookieOptions(c.var.config.origin, path), maxAge: 0 });
    }
    return c.json({ success: true }, 200);
  });

type Claimed = { stub: LocationStub; claim: GuestClaim };

function claimByToken(c: Context<AppContext>, username: string, token: string): Claimed | null {
  const found = locationByToken(c.env, token);
  return found && { stub: found.stub, claim: { username, secret: found.secret } };
}

/** A name and a time are not a secret: the key routes need the token too, from a header or the cookie (decision 7). */
function claimByKey(c: Context<AppContext>, username: string, customerKey: string): Claimed | null {
  const bearer = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const claimed = claimByToken(c, username, bearer ?? getCookie(c, visitCookieName) ?? '');
  return claimed && { ...claimed, claim: { ...claimed.claim, customerKey } };
}

/** The live visit this browser already has at this business: joining twice brings it back (decision 9). */
async function heldVisit(c: Context<AppContext>, username: string): Promise<Joined | null> {
  const held = claimByToken(c, username, getCookie(c, visitCookieName) ?? '');
  const reply = await held?.stub.resume(held.claim);
  return reply?.ok ? reply : null;
}

function answerJoin(c: Context<AppContext>, { answer, username }: Joined, status: 200 | 201): Response {
  // A retried join whose visit is over by now gets its answer, but is no longer this browser's visit.
  const isOver = answer.customer.status === 'left' || answer.customer.status === 'removed';
  for (const path of isOver ? [] : visitCookiePaths(username)) {
    setCookie(c, visitCookieName, answer.queueToken, visitCookieOptions(c.var.config.origin, path));
  }
  return c.json(answer, status);
}

function senderOf(c: Context<AppContext>): string | null {
  return clientAddress(c.req.raw, c.var.config);
}

/** The platform's limiter, against floods only: everybody in a café shares one address. */
async function withinShield(c: Context<AppContext>, locationId: string): Promise<boolean> {
  const sender = senderOf(c);
  if (sender === null) return true;
  const { success } = await c.env.JOIN_SHIELD.limit({ key: `${sender} ${locationId}` });
  return success;
}
