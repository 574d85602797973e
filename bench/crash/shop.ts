/** A business with one location, and the calls of its guests and its owner. */
import type { SettingsChange } from '../../src/shared/queue/settings.ts';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { sessionAnswer, accountAnswer, accountView } from '../../src/shared/contracts/account/view.ts';
import type { SignUpRequest } from '../../src/shared/contracts/account/account.ts';
import type { JoinAnswer, JoinRequest } from '../../src/shared/contracts/guest.ts';
import { customerKey, type LocationView, type VisitView } from '../../src/shared/contracts/queue-view.ts';
import { mustSucceed, type Call } from './calls.ts';
import type { KillableServer } from './killable-server.ts';

export type Shop = {
  /** The shop's name in the output. */
  name: string;
  username: string;
  /** The owner's session as a `Cookie` header. */
  cookie: string;
  /** The location just after it opened, with an empty line and all credits. */
  opened: LocationView;
  settings: ShopSettings;
};

export const SHOP_PASSWORD = 'kopi-susu-at-noon';

/** The length of holds, and whether an admit can be undone for some seconds. */
export type ShopSettings = Required<Pick<SettingsChange, 'holdMs' | 'undo'>>;

/** Opens an account and a location. Call this function only while the server cannot be killed. */
export async function openShop(server: KillableServer, name: string, settings: ShopSettings): Promise<Shop> {
  const username = `${name}-${randomUUID().slice(0, 8)}`;
  const account: SignUpRequest = {
    name: `The ${name} shop`,
    username,
    email: `${username}@shops.example`,
    phone: `+62 812 ${randomInt(1_000, 10_000)} ${randomInt(1_000, 10_000)}`,
    password: SHOP_PASSWORD,
  };
  const cookie = await sessionFrom(server, '/auth/signup', account);
  await confirmMailbox(server, account.email);
  const added = await mustSucceed(server, {
    method: 'POST',
    path: '/auth/locations',
    headers: { cookie },
    body: { address: '14 Kemang Raya, Jakarta', timezone: 'Asia/Jakarta' },
  });
  const [location] = accountView.parse(added).locations;
  if (location === undefined) throw new Error('the location is not in the answer');
  await mustSucceed(server, {
    method: 'PATCH',
    path: `/auth/locations/${location.id}`,
    headers: { cookie },
    body: settings,
  });
  return { name, username, cookie, opened: location, settings };
}

/** Confirms a new owner's mailbox. An account with an unconfirmed mailbox may have at most 100 guests. */
async function confirmMailbox(server: KillableServer, email: string): Promise<void> {
  for (;;) {
    const mail = (await messagesIn(server)).find(({ recipient }) => recipient === email);
    const token = /\/verify\?token=([\w-]{43})\s/.exec(mail?.body ?? '')?.[1];
    if (token !== undefined) {
      await mustSucceed(server, { method: 'POST', path: '/auth/verify-email', headers: {}, body: { token } });
      return;
    }
    await pause(100);
  }
}

/** The newest texts and mails of the development outbox. */
export async function messagesIn(server: KillableServer): Promise<z.infer<typeof outboxAnswer>['messages']> {
  const outbox = { method: 'GET', path: '/dev/outbox', headers: { accept: 'application/json' } };
  return outboxAnswer.parse(await mustSucceed(server, outbox)).messages;
}

const outboxAnswer = z.object({ messages: z.array(z.object({ recipient: z.string(), body: z.string() })) });

/** The location as its owner sees it now. The call is repeated until there is an answer. */
export async function locationOf(server: KillableServer, shop: Pick<Shop, 'cookie'>): Promise<LocationView> {
  const call = { method: 'GET', path: '/auth/me', headers: { cookie: shop.cookie } };
  for (;;) {
    const { locations, away = [] } = accountAnswer.parse(await mustSucceed(server, call));
    const [location] = locations;
    if (locations.length + away.length !== 1) throw new Error('a shop has exactly one location');
    if (location !== undefined) return location;
  }
}

/**
 * The call of a guest who joins. `key` is the idempotency key. With the same key, a repeated call does not join a
 * second time.
 */
export function joinCall(shop: Shop, key: string, party: Omit<JoinRequest, 'address' | 'locationId'>): Call {
  return {
    method: 'POST',
    path: `/auth/business/${shop.username}/queue`,
    headers: { 'idempotency-key': key },
    body: { ...party, address: shop.opened.address, locationId: shop.opened.id },
  };
}

export function leaveCall(shop: Shop, joined: JoinAnswer): Call {
  return {
    method: 'POST',
    path: `${visitPath(shop, joined.customer)}/leave`,
    headers: { authorization: `Bearer ${joined.queueToken}` },
  };
}

export function statusCall(shop: Shop, joined: JoinAnswer): Call {
  return {
    method: 'GET',
    path: `/auth/business/${shop.username}/queue/token/${joined.queueToken}/status`,
  };
}

export function admitCall(shop: Shop, visit: VisitView): Call {
  return { method: 'POST', path: `${visitPath(shop, visit)}/admit`, headers: { cookie: shop.cookie } };
}

export function removeCall(shop: Shop, visit: VisitView): Call {
  return { method: 'DELETE', path: visitPath(shop, visit), headers: { cookie: shop.cookie } };
}

function visitPath(shop: Shop, visit: Parameters<typeof customerKey>[0]): string {
  return `/auth/business/${shop.username}/queue/${encodeURIComponent(customerKey(visit))}`;
}

/** Logs in or signs up by a call to `path`. Returns the cookies of the new session. */
export async function sessionFrom(server: KillableServer, path: string, body: object): Promise<string> {
  const { origin } = await server.running();
  const answer = await fetch(new URL(path, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  sessionAnswer.parse(await answer.json());
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}
