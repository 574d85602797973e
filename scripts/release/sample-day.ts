/** Plays a sample day of one shop at the running product, and asks for the product's answers afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import type { JoinAnswer, JoinRequest } from '../../src/shared/contracts/guest.ts';
import { buyPlan } from '../../tests/e2e/support/billing-steps.ts';
import {
  admit,
  joinQueue,
  leaveQueue,
  openShop,
  remove,
  reply,
  setUp,
  type Shop,
} from '../../tests/e2e/support/factories.ts';

/** The part of the fixture that is not rows: log-ins, tokens and the product's answers. */
export type Told = {
  /** Time of the answers in epoch milliseconds. */
  at: number;
  owner: { username: string; password: string; cookie: string; locationId: string };
  /** `GET /auth/me`. */
  me: unknown;
  /** `GET /auth/locations/{id}/analytics`. */
  analytics: unknown;
  /** Guests by first name. */
  guests: Record<string, { queueToken: string; status: unknown }>;
};

const DELIVERED_WITHIN_MS = 3_000;

const anywhere = { waitingPreference: 'wait_anywhere', phoneNumber: '+62 812 5550 0107' } as const;

/** Makes parties in every state, a text, a reply and a paid plan. */
export async function playDay(origin: string): Promise<Told> {
  const shop = await openShop(origin, { username: 'kept', email: 'owner@kept.example' });
  await buyPlan(origin, shop, 'Starter Monthly');
  await setUp(origin, shop, { undo: true, capacity: 40 });
  const guests = new Map<string, JoinAnswer>();
  const join = async (firstName: string, about: Partial<JoinRequest> = {}) => {
    const answer = await joinQueue(origin, shop, { firstName, ...about });
    guests.set(firstName, answer);
    return answer;
  };
  const came = await join('Ana');
  const stayedAway = await join('Ben');
  const expected = await join('Cleo', anywhere);
  const left = await join('Dewi');
  const removed = await join('Eko');
  await join('Fay', anywhere);
  await join("D'Arcy\u00e9", { numGuests: 5 });
  for (const { customer } of [came, stayedAway, expected]) await admit(origin, shop, customer);
  await act(origin, shop, came, 'arrived');
  await act(origin, shop, stayedAway, 'no-show');
  await reply(origin, shop, expected, { reply: 'on_my_way' });
  await leaveQueue(origin, shop, left);
  await remove(origin, shop, removed.customer);
  // The server delivers text messages and history after it has answered the calls.
  await pause(DELIVERED_WITHIN_MS);
  return tell(origin, shop, guests);
}

async function act(origin: string, shop: Shop, { customer }: JoinAnswer, action: string): Promise<void> {
  const url = `${origin}/auth/locations/${shop.location.id}/visits/${customer.id}/${action}`;
  const answer = await fetch(url, { method: 'POST', headers: { cookie: shop.cookie } });
  if (!answer.ok) throw new Error(`${action} was answered ${answer.status}`);
}

async function tell(origin: string, shop: Shop, guests: Map<string, JoinAnswer>): Promise<Told> {
  const { username, password, cookie, location } = shop;
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(origin + path, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    return answer.json();
  };
  const told: Told = {
    at: Date.now(),
    owner: { username, password, cookie, locationId: location.id },
    me: await ask('/auth/me'),
    analytics: await ask(`/auth/locations/${location.id}/analytics`),
    guests: {},
  };
  for (const [name, { queueToken }] of guests) {
    const status = await ask(`/auth/business/${username}/queue/token/${queueToken}/status`);
    told.guests[name] = { queueToken, status };
  }
  return told;
}
