/** One business with very many locations, used through the product's own HTTP calls. */
import { randomUUID } from 'node:crypto';
import { locationsOf, accountView } from '../../src/shared/contracts/account/view.ts';
import { joinAnswer, type JoinAnswer } from '../../src/shared/contracts/guest.ts';
import { customerKey, type LocationView } from '../../src/shared/contracts/queue-view.ts';
import { signUpOwner } from '../../tests/e2e/support/factories.ts';
import { connect, expectStatus, type Answer, type HttpClient } from '../queue/http-client.ts';
import type { Runtime } from '../queue/runtime.ts';

export type Shop = { username: string; cookie: string; client: HttpClient };

export async function openShop(runtime: Runtime): Promise<Shop> {
  const { username, cookie } = await signUpOwner(runtime.origin);
  await runtime.grantCredits(username);
  return { username, cookie, client: connect(runtime.origin, 8) };
}

/** Opens a location with holds of `holdMs`, and returns the location's id. */
export async function openLocation(shop: Shop, address: string, holdMs: number): Promise<string> {
  const answer = await ask(shop, 'POST', '/auth/locations', { address, timezone: 'Asia/Jakarta' });
  const user = accountView.parse(JSON.parse(expectStatus(answer, 201).body));
  const added = locationsOf(user).find((place) => place.address === address);
  if (added === undefined) throw new Error(`${address} was not opened.`);
  expectStatus(await ask(shop, 'PATCH', `/auth/locations/${added.id}`, { holdMs }), 200);
  return added.id;
}

export async function join(
  shop: Shop,
  location: { id: string; address: string },
  phoneNumber: string,
): Promise<JoinAnswer> {
  const body = {
    address: location.address,
    locationId: location.id,
    firstName: 'Mara',
    lastName: 'Lindqvist',
    numGuests: 2,
    waitingPreference: 'wait_anywhere',
    phoneNumber,
  };
  const answer = await shop.client.call({
    method: 'POST',
    path: `/auth/business/${shop.username}/queue`,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  return joinAnswer.parse(JSON.parse(expectStatus(answer, 201).body));
}

export async function admit(shop: Shop, { customer }: JoinAnswer): Promise<Answer> {
  const path = `/auth/business/${shop.username}/queue/${encodeURIComponent(customerKey(customer))}/admit`;
  return expectStatus(await ask(shop, 'POST', path), 200);
}

/** Returns the owner's view of every location, by id. */
export async function look(shop: Shop): Promise<Map<string, LocationView>> {
  const user = accountView.parse(JSON.parse(expectStatus(await ask(shop, 'GET', '/auth/me'), 200).body));
  return new Map(user.locations.map((location) => [location.id, location]));
}

function ask({ client, cookie }: Shop, method: string, path: string, body?: unknown): Promise<Answer> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return client.call({ method, path, headers: { ...json, cookie }, ...sent });
}
