/** Makes accounts, locations and visits for journeys by the product's own calls. */
import type { SettingsChange } from '../../../src/shared/queue/settings.ts';
import { randomInt, randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { sessionAnswer, accountView } from '../../../src/shared/contracts/account/view.ts';
import type { SignUpRequest } from '../../../src/shared/contracts/account/account.ts';
import {
  joinAnswer,
  type GuestReply,
  type JoinAnswer,
  type JoinRequest,
} from '../../../src/shared/contracts/guest.ts';
import { customerKey, type LocationView, type VisitView } from '../../../src/shared/contracts/queue-view.ts';
import type { App } from './app.ts';

export type Owner = SignUpRequest & {
  /** The session, as the value of a `Cookie` header. */
  cookie: string;
};

export type Shop = Owner & { location: LocationView };

/** The facts of a visit that the path of a call needs. */
type Named = Parameters<typeof customerKey>[0];

/** Signs up a new account. Each call makes another account. */
export async function signUpOwner(origin: string, own: Partial<SignUpRequest> = {}): Promise<Owner> {
  const account = newAccount(own);
  const answer = await call(origin, 'POST', '/auth/signup', { body: account });
  sessionAnswer.parse(await answer.json());
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return { ...account, cookie };
}

/** The data of a new owner, unique for each call. */
export function newAccount(own: Partial<SignUpRequest> = {}): SignUpRequest {
  const username = `shop-${randomUUID().slice(0, 8)}`;
  return {
    name: 'Blue Door Café',
    username,
    email: `${username}@shops.example`,
    phone: newNumber(),
    password: 'kopi-susu-at-noon',
    ...own,
  };
}

/** A mobile number that no other test uses, because the number of texts to each number is limited. */
export function newNumber(): string {
  return `+62 812 ${randomInt(1_000, 10_000)} ${randomInt(1_000, 10_000)}`;
}

/** Signs up an owner with one open location. */
export async function openShop(origin: string, own: Partial<SignUpRequest> = {}): Promise<Shop> {
  const owner = await signUpOwner(origin, own);
  const answer = await call(origin, 'POST', '/auth/locations', {
    body: { address: '14 Kemang Raya, Jakarta', timezone: 'Asia/Jakarta' },
    cookie: owner.cookie,
  });
  const [location] = accountView.parse(await answer.json()).locations;
  if (location === undefined) throw new Error('the location is not in the answer');
  return { ...owner, location };
}

export async function joinQueue(
  origin: string,
  shop: Pick<Shop, 'username' | 'location'>,
  guest: Partial<JoinRequest> = {},
): Promise<JoinAnswer> {
  const body: JoinRequest = {
    address: shop.location.address,
    locationId: shop.location.id,
    firstName: 'Mara',
    lastName: 'Lindqvist',
    numGuests: 2,
    waitingPreference: 'on_premises',
    phoneNumber: '',
    ...guest,
  };
  const answer = await call(origin, 'POST', `/auth/business/${shop.username}/queue`, { body });
  return joinAnswer.parse(await answer.json());
}

/**
 * Path and query of the link in the shop's newest text. Waits until the shop has sent a text. The origin is left out,
 * because the link has the configured origin, and the tests' app has another origin.
 */
export function linkInText(origin: string, { username }: Pick<Shop, 'username'>): Promise<string> {
  const link = new RegExp(`/queue/${username}\\?v=[\\w-]+`);
  return vi.waitFor(async () => {
    const outbox = await (await fetch(`${origin}/dev/outbox`)).text();
    return link.exec(outbox)?.[0] ?? expect.fail(`No text of ${username} yet.`);
  });
}

/** The waiting visit with this first name, as the owner sees it. */
export async function waitingVisit(
  origin: string,
  shop: Shop,
  firstName: string,
): Promise<VisitView | undefined> {
  const me = await call(origin, 'GET', '/auth/me', { cookie: shop.cookie });
  const line = accountView.parse(await me.json()).locations.flatMap(({ queue }) => queue);
  return line.find((visit) => visit.firstName === firstName);
}

/** Sends a reply from the guest's page. */
export async function reply(
  origin: string,
  shop: Pick<Shop, 'username'>,
  { queueToken }: JoinAnswer,
  said: GuestReply,
): Promise<void> {
  const path = `/auth/business/${shop.username}/queue/token/${queueToken}/reply`;
  await call(origin, 'POST', path, { body: said });
}

/** Ends the wait, as a guest does from another device. */
export async function leaveQueue(
  origin: string,
  shop: Pick<Shop, 'username'>,
  { customer, queueToken }: JoinAnswer,
): Promise<void> {
  await call(origin, 'POST', `${visitPath(shop, customer)}/leave`, { bearer: queueToken });
}

export async function admit(origin: string, shop: Shop, visit: Named): Promise<void> {
  await call(origin, 'POST', `${visitPath(shop, visit)}/admit`, { cookie: shop.cookie });
}

/**
 * Admits the guest with this first name, who has joined by a page. Returns the visit as it was before the admission.
 */
export async function admitByName(origin: string, shop: Shop, firstName: string): Promise<VisitView> {
  const visit = await waitingVisit(origin, shop, firstName);
  if (visit === undefined) throw new Error(`${firstName} is not in line`);
  await admit(origin, shop, visit);
  return visit;
}

/** Marks the admitted guest as arrived. */
export async function markArrived(origin: string, shop: Shop, visit: VisitView): Promise<void> {
  await call(origin, 'POST', `/auth/locations/${shop.location.id}/visits/${visit.id}/arrived`, {
    cookie: shop.cookie,
  });
}

export async function remove(origin: string, shop: Shop, visit: Named): Promise<void> {
  await call(origin, 'DELETE', visitPath(shop, visit), { cookie: shop.cookie });
}

/** Removes a guest, and ends the time in which the removal can be undone. The guest's page then shows the removal. */
export async function removeForGood(app: App, shop: Shop, visit: Named): Promise<void> {
  await remove(app.origin, shop, visit);
  await app.endUndo(shop.location.id);
}

/** Changes a setting of the shop's location. */
export async function setUp(origin: string, shop: Shop, change: SettingsChange): Promise<void> {
  await call(origin, 'PATCH', `/auth/locations/${shop.location.id}`, { body: change, cookie: shop.cookie });
}

function visitPath(shop: Pick<Shop, 'username'>, visit: Parameters<typeof customerKey>[0]): string {
  return `/auth/business/${shop.username}/queue/${encodeURIComponent(customerKey(visit))}`;
}

async function call(
  origin: string,
  method: string,
  where: string,
  { body, cookie, bearer }: { body?: object; cookie?: string; bearer?: string },
): Promise<Response> {
  const answer = await fetch(new URL(where, origin), {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${where} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
