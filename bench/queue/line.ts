/** Locations with lines of a given length, made and changed through the product's own HTTP calls. */
import { randomUUID } from 'node:crypto';
import { userView } from '../../src/shared/account.ts';
import { joinAnswer, type JoinAnswer, type JoinRequest } from '../../src/shared/guest-queue.ts';
import { customerKey } from '../../src/shared/queue-view.ts';
import { signUpOwner } from '../../tests/e2e/factories.ts';
import { connect, expectStatus, inParallel, type Answer, type Call, type HttpClient } from './http-client.ts';
import type { Runtime } from './runtime.ts';

const SEEDING_CONNECTIONS = 12;
const ADDRESS = '14 Kemang Raya, Jakarta';

export type Place = {
  username: string;
  /** The owner's session as a `Cookie` header. */
  cookie: string;
  locationId: string;
  /** Who waits, from the first to the last. Whoever changes the line keeps it true. */
  line: Guest[];
};

export type Guest = JoinAnswer;

/** An account of its own with one location and so many parties waiting, each by a join of its own. */
export async function openPlace(runtime: Runtime, waiting: number): Promise<Place> {
  const { username, cookie } = await signUpOwner(runtime.origin);
  await runtime.grantCredits(username);
  const client = connect(runtime.origin, SEEDING_CONNECTIONS);
  const answer = await client.call({
    method: 'POST',
    path: '/auth/locations',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ address: ADDRESS, timezone: 'Asia/Jakarta' }),
  });
  const [location] = userView.parse(JSON.parse(answer.body)).locations;
  if (location === undefined) throw new Error(`No location was opened: ${answer.body.slice(0, 300)}`);
  const place = { username, cookie, locationId: location.id, line: [] };
  await lengthen(client, place, waiting);
  client.close();
  return place;
}

/** Lets so many more parties join. */
export async function lengthen(client: HttpClient, place: Place, parties: number): Promise<Guest[]> {
  const calls = Array.from({ length: parties }, () => joinCall(place));
  const answers = await inParallel(calls, SEEDING_CONNECTIONS, (call) => client.call(call));
  // Answers may overtake each other; the line goes by the time of joining.
  const joined = answers
    .map(joinedGuest)
    .toSorted((a, b) => a.customer.joinedAt.localeCompare(b.customer.joinedAt));
  place.line.push(...joined);
  return joined;
}

/** What the guest's page sends. */
export function joinCall({ username, locationId }: Place): Call {
  const party: JoinRequest = {
    address: ADDRESS,
    locationId,
    firstName: 'Mara',
    lastName: 'Lindqvist',
    numGuests: 2,
    waitingPreference: 'on_premises',
    phoneNumber: '',
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

export function statusCall({ username }: Place, { queueToken }: Guest): Call {
  return { method: 'GET', path: `/auth/business/${username}/queue/token/${queueToken}/status` };
}

export async function leave(client: HttpClient, place: Place, guest: Guest): Promise<void> {
  const headers = { authorization: `Bearer ${guest.queueToken}` };
  expectStatus(await client.call({ method: 'POST', path: `${visitPath(place, guest)}/leave`, headers }), 200);
}

/** The owner admits who waits at the front; from here on that party is no longer in `line`. */
export function admitCall(place: Place): Call {
  const first = place.line.shift();
  if (first === undefined) throw new Error('Nobody waits.');
  return { method: 'POST', path: `${visitPath(place, first)}/admit`, headers: { cookie: place.cookie } };
}

/** Everything that the owner's page shows, of all of the line. */
export function ownerViewCall({ cookie }: Place): Call {
  return { method: 'GET', path: '/auth/me', headers: { cookie } };
}

function visitPath({ username }: Place, { customer }: Guest): string {
  return `/auth/business/${username}/queue/${encodeURIComponent(customerKey(customer))}`;
}
