/** Opens shops, and plays the actions of guests and staff by calls of the product's API. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { accountView, locationsOf } from '../../src/shared/contracts/account/view.ts';
import { joinAnswer, type JoinAnswer } from '../../src/shared/contracts/guest.ts';
import { customerKey, visitAnswer, type LocationView } from '../../src/shared/contracts/queue-view.ts';
import type { ClockRuntime } from '../billing/clock-runtime.ts';
import { expectStatus, type Answer, type HttpClient } from '../queue/http-client.ts';

export type Shop = { username: string; cookie: string; id: string; address: string };

/** A shop's credits: more than its guests use in an hour. */
export const CREDITS = 1_500;

const address = '14 Kemang Raya, Jakarta';
const json = { 'content-type': 'application/json' };

/**
 * The proofs of an account. `trial`: mailbox and number are proven. `paying`: mailbox and number are proven, and the
 * account has paid.
 */
export type Standing = 'unproven' | 'trial' | 'paying';

/** Opens a shop whose account has the given proofs. `phone`: the owner's number, if not the default. */
export async function openShop(
  on: ClockRuntime,
  client: HttpClient,
  n: number,
  { now, standing, phone }: { now: number; standing: Standing; phone?: string },
): Promise<Shop> {
  const { id: businessId, username, cookie } = await on.addOwner(n, now);
  const userId = `(SELECT user_id FROM memberships WHERE business_id = '${businessId}')`;
  if (standing === 'paying') {
    const ofShop = `WHERE username = 'shop-${n}'`;
    await on.rows(
      z.unknown(),
      `UPDATE businesses SET trial = 0, base_customer_credits = ${CREDITS}, base_sms_credits = ${CREDITS} ${ofShop}`,
    );
  }
  if (standing !== 'unproven')
    await on.rows(
      z.unknown(),
      `UPDATE users SET email_verified_at = created_at, phone_proven_at = created_at WHERE id = ${userId}`,
    );
  if (phone !== undefined)
    await on.rows(z.unknown(), `UPDATE users SET phone = '${phone}' WHERE id = ${userId}`);
  return { username, cookie, id: await openLocation(client, cookie), address };
}

/** Opens the only location of an account. Returns the location's id. */
async function openLocation(client: HttpClient, cookie: string): Promise<string> {
  const body = JSON.stringify({ address, timezone: 'Asia/Jakarta' });
  const headers = { ...json, cookie };
  const opened = await client.call({ method: 'POST', path: '/auth/locations', headers, body });
  const [location] = locationsOf(accountView.parse(JSON.parse(expectStatus(opened, 201).body)));
  if (location === undefined) throw new Error('No location was opened.');
  return location.id;
}

/** Closes the shop's location and opens another location. */
export async function reopen(client: HttpClient, shop: Shop): Promise<void> {
  const { id, cookie } = shop;
  const closing = { method: 'DELETE', path: `/auth/locations/${id}`, headers: { cookie } } as const;
  expectStatus(await client.call(closing), 200);
  shop.id = await openLocation(client, cookie);
}

/** Sends a phone number to request a code, or sends the code that the phone received. Returns the answer's status. */
export async function prove(
  client: HttpClient,
  { cookie }: Shop,
  typed: { phone: string } | { code: string },
): Promise<number> {
  const path = 'phone' in typed ? '/auth/number-code' : '/auth/number-code/confirm';
  const [headers, body] = [{ ...json, cookie }, JSON.stringify(typed)];
  return (await client.call({ method: 'POST', path, headers, body })).status;
}

export async function change(client: HttpClient, { id, cookie }: Shop, settings: object): Promise<void> {
  const [headers, body] = [{ ...json, cookie }, JSON.stringify(settings)];
  const path = `/auth/locations/${id}`;
  expectStatus(await client.call({ method: 'PATCH', path, headers, body }), 200);
}

/** A guest or an attacker joins from a network address. */
export function join(
  client: HttpClient,
  shop: Shop,
  { from, firstName = 'Mara', phoneNumber = '' }: { from: string; firstName?: string; phoneNumber?: string },
): Promise<Answer> {
  const body = {
    address: shop.address,
    locationId: shop.id,
    firstName,
    lastName: 'Lindqvist',
    numGuests: 2,
    waitingPreference: phoneNumber === '' ? 'on_premises' : 'wait_anywhere',
    phoneNumber,
  };
  return client.call({
    method: 'POST',
    path: `/auth/business/${shop.username}/queue`,
    headers: { ...json, 'idempotency-key': randomUUID(), 'cf-connecting-ip': from },
    body: JSON.stringify(body),
  });
}

export function joinedBy(answer: Answer): JoinAnswer {
  return joinAnswer.parse(JSON.parse(expectStatus(answer, 201).body));
}

export async function leave(client: HttpClient, { username }: Shop, joined: JoinAnswer): Promise<void> {
  const { customer, queueToken } = joined;
  const path = `/auth/business/${username}/queue/${encodeURIComponent(customerKey(customer))}/leave`;
  const headers = { authorization: `Bearer ${queueToken}` };
  expectStatus(await client.call({ method: 'POST', path, headers }), 200);
}

/** Returns the location as staff see it. */
export async function look(client: HttpClient, { cookie, id }: Shop): Promise<LocationView> {
  const answer = await client.call({ method: 'GET', path: '/auth/me', headers: { cookie } });
  const { locations } = accountView.parse(JSON.parse(expectStatus(answer, 200).body));
  const view = locations.find((one) => one.id === id);
  if (view === undefined) throw new Error('The location is gone.');
  return view;
}

export async function act(
  client: HttpClient,
  { cookie, id }: Shop,
  visitId: string,
  action: 'admit' | 'arrived' | 'discard' | 'remove',
): Promise<void> {
  const path = `/auth/locations/${id}/visits/${visitId}/${action}`;
  visitAnswer.parse(
    JSON.parse(expectStatus(await client.call({ method: 'POST', path, headers: { cookie } }), 200).body),
  );
}
