/** Makes and changes locations with lines of a given length, by HTTP calls of the product's API. */
import { randomUUID } from 'node:crypto';
import { accountView } from '../../src/shared/contracts/account/view.ts';
import { joinAnswer, type JoinAnswer, type JoinRequest } from '../../src/shared/contracts/guest.ts';
import { READS_MOVED } from '../../src/shared/contracts/live-protocol.ts';
import { customerKey } from '../../src/shared/contracts/queue-view.ts';
import { signUpOwner } from '../../tests/e2e/support/factories.ts';
import { connect, expectStatus, inParallel, type Answer, type Call, type HttpClient } from './http-client.ts';
import type { Runtime } from './runtime.ts';

const SEEDING_CONNECTIONS = 12;
export type OpenedLocation = {
  username: string;
  /** The owner's session as a `Cookie` header. */
  cookie: string;
  locationId: string;
  address: string;
  /** Waiting guests, from the first to the last. Code that changes the line must also change this list. */
  line: Guest[];
};

export type Guest = JoinAnswer;

/** Opens an account with one location, and lets a number of parties join, each by its own call. */
export async function openLocation(runtime: Runtime, waiting: number): Promise<OpenedLocation> {
  const [location] = await openLocations(runtime, 1);
  if (location === undefined) throw new Error('No location was opened.');
  const client = connect(runtime.origin, SEEDING_CONNECTIONS);
  await lengthen(client, location, waiting);
  client.close();
  return location;
}

export async function openLocations(runtime: Runtime, count: number): Promise<OpenedLocation[]> {
  const { username, cookie } = await signUpOwner(runtime.origin);
  await runtime.grantCredits(username);
  const client = connect(runtime.origin, 1);
  const locations: OpenedLocation[] = [];
  for (let number = 1; number <= count; number += 1) {
    const address = `${number} Kemang Raya, Jakarta`;
    const answer = await client.call({
      method: 'POST',
      path: '/auth/locations',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ address, timezone: 'Asia/Jakarta' }),
    });
    const opened = accountView.parse(JSON.parse(expectStatus(answer, 201).body)).locations;
    const locationId = opened.find((location) => location.address === address)?.id;
    if (locationId === undefined) throw new Error(`${address} was not opened.`);
    locations.push({ username, cookie, locationId, address, line: [] });
  }
  client.close();
  return locations;
}

export async function lengthen(
  client: HttpClient,
  location: OpenedLocation,
  parties: number,
): Promise<Guest[]> {
  const calls = Array.from({ length: parties }, () => joinCall(location));
  const answers = await inParallel(calls, SEEDING_CONNECTIONS, (call) => client.call(call));
  // Answers may arrive in another order than the joins, but the line has the order of join times.
  const joined = answers
    .map(joinedGuest)
    .toSorted((a, b) => a.customer.joinedAt.localeCompare(b.customer.joinedAt));
  location.line.push(...joined);
  return joined;
}

/** A guest with a phone number waits elsewhere. */
export function joinCall(
  { username, locationId, address }: OpenedLocation,
  { lastName, phoneNumber }: Pick<JoinRequest, 'lastName' | 'phoneNumber'> = {
    lastName: 'Lindqvist',
    phoneNumber: '',
  },
): Call {
  const party: JoinRequest = {
    address,
    locationId,
    firstName: 'Mara',
    lastName,
    numGuests: 2,
    waitingPreference: phoneNumber === '' ? 'on_premises' : 'wait_anywhere',
    phoneNumber,
  };
  return {
    method: 'POST',
    path: `/auth/business/${username}/queue`,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(party),
  };
}

export function joinedGuest(answer: Answer): Guest {
  return joinAnswer.parse(JSON.parse(expectStatus(answer, 201).body));
}

export function statusCall({ username }: OpenedLocation, { queueToken }: Guest): Call {
  return { method: 'GET', path: `/auth/business/${username}/queue/token/${queueToken}/status` };
}

export function livePath({ username }: OpenedLocation, { queueToken }: Guest): string {
  return `/auth/business/${username}/queue/token/${queueToken}/live?${READS_MOVED}`;
}

export async function leave(client: HttpClient, location: OpenedLocation, guest: Guest): Promise<void> {
  const headers = { authorization: `Bearer ${guest.queueToken}` };
  expectStatus(
    await client.call({ method: 'POST', path: `${visitPath(location, guest)}/leave`, headers }),
    200,
  );
}

/** The call by which the owner admits the first waiting party. Removes this party from `line`. */
export function admitCall(location: OpenedLocation): Call {
  const first = location.line.shift();
  if (first === undefined) throw new Error('Nobody waits.');
  return admitGuestCall(location, first);
}

export function admitGuestCall(location: OpenedLocation, guest: Guest): Call {
  return {
    method: 'POST',
    path: `${visitPath(location, guest)}/admit`,
    headers: { cookie: location.cookie },
  };
}

/** The call for the data of the owner's page, with the whole line. */
export function ownerViewCall({ cookie }: OpenedLocation): Call {
  return { method: 'GET', path: '/auth/me', headers: { cookie } };
}

function visitPath({ username }: OpenedLocation, { customer }: Guest): string {
  return `/auth/business/${username}/queue/${encodeURIComponent(customerKey(customer))}`;
}
