/** Calls of a location's owner and of its guests, through the Worker. */
import type { SettingsChange } from '../../../src/shared/queue/settings.ts';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { refusals, type RefusalCode } from '../../../src/shared/copy/en/refusals.ts';
import type { JoinAnswer, StatusAnswer } from '../../../src/shared/contracts/guest.ts';
import type { VisitAction } from '../../../src/shared/queue/commands.ts';
import {
  customerKey,
  visitView,
  type LocationView,
  type VisitView,
} from '../../../src/shared/contracts/queue-view.ts';
import {
  call,
  joinParty,
  me,
  newLocation,
  newOwner,
  read,
  type AboutAccount,
  type TestOwner,
} from './factories.ts';
import { stopClock, type Location } from './queue-factories.ts';

export type OwnedLocation = { owner: TestOwner; location: LocationView };

export type Answer = { status: number; body: unknown };

export async function anOwnersLocation(about: AboutAccount = {}): Promise<OwnedLocation> {
  const owner = await newOwner(about);
  return { owner, location: await newLocation(owner) };
}

export async function anotherLocation({ owner }: OwnedLocation): Promise<OwnedLocation> {
  return { owner, location: await newLocation(owner, 'The other address 2') };
}

/** Returns a new stub of the location's object at each call. */
export function objectOf({ location }: OwnedLocation): Location {
  return () => env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromString(location.id));
}

/** The complete answer to a request that is refused with this code. */
export function refused(code: RefusalCode): Answer {
  const { status, sentence } = refusals[code];
  return { status, body: { error: sentence, code } };
}

/** The complete answer to a body whose fields have these errors. */
export function invalid(fieldErrors: Record<string, string[]>): Answer {
  const { status, sentence } = refusals.invalid_input;
  const error = Object.values(fieldErrors)[0]?.[0] ?? sentence;
  return { status, body: { error, code: 'invalid_input', issues: { fieldErrors } } };
}

/** Runs a staff action by the API. The action may be refused. */
export async function act(
  { owner, location }: OwnedLocation,
  visitId: string,
  action: VisitAction,
  body?: unknown,
): Promise<Answer> {
  const path = `/auth/locations/${location.id}/visits/${encodeURIComponent(visitId)}/${action}`;
  return read(await call('POST', path, { cookie: owner.cookie, ...(body !== undefined && { body }) }));
}

/** Runs a staff action, which must succeed. Returns the visit after the action. */
export async function acted(
  place: OwnedLocation,
  guest: { customer: { id: string } },
  action: VisitAction,
  body?: unknown,
): Promise<VisitView> {
  const path = `/auth/locations/${place.location.id}/visits/${guest.customer.id}/${action}`;
  const response = await call('POST', path, {
    cookie: place.owner.cookie,
    ...(body !== undefined && { body }),
  });
  const answer = await response.json<{ success: true; customer: VisitView }>();
  expect({ status: response.status, answer }).toEqual({
    status: 200,
    answer: { success: true, customer: answer.customer },
  });
  return answer.customer;
}

export async function join(place: OwnedLocation, about: Record<string, unknown> = {}): Promise<JoinAnswer> {
  return joinParty(place.owner, place.location, about);
}

export function joinNamed(place: OwnedLocation, firstName: string): Promise<JoinAnswer> {
  return join(place, { firstName });
}

/** Sends a join, which may be refused. */
export async function tryToJoin({ owner, location }: OwnedLocation, about: Record<string, unknown> = {}) {
  const party = { firstName: 'Ada', lastName: 'Lovelace', numGuests: 1, waitingPreference: 'on_premises' };
  const body = { address: location.address, locationId: location.id, ...party, ...about };
  return read(await call('POST', `/auth/business/${owner.business.username}/queue`, { body }));
}

/** Adds a walk-in, which may be refused. */
export async function addWalkIn(
  { owner, location }: OwnedLocation,
  body: unknown,
  idempotencyKey?: string,
): Promise<Answer> {
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  const path = `/auth/locations/${location.id}/visits`;
  return read(await call('POST', path, { body, headers, cookie: owner.cookie }));
}

/** Adds a walk-in, which must succeed. */
export async function walkedIn(
  place: OwnedLocation,
  body: unknown,
  idempotencyKey?: string,
): Promise<VisitView> {
  const { owner, location } = place;
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  const path = `/auth/locations/${location.id}/visits`;
  const response = await call('POST', path, { body, headers, cookie: owner.cookie });
  expect(response.status).toBe(201);
  return (await response.json<{ customer: VisitView }>()).customer;
}

/** Changes settings of the location. The change may be refused. */
export async function patch({ owner, location }: OwnedLocation, body: unknown): Promise<Answer> {
  return read(await call('PATCH', `/auth/locations/${location.id}`, { body, cookie: owner.cookie }));
}

/** Changes settings of the location. The change must succeed. */
export async function setUp(place: OwnedLocation, change: SettingsChange): Promise<void> {
  expect((await patch(place, change)).status).toBe(200);
}

/** The owner's view of the location. */
export async function viewOf({ owner, location }: OwnedLocation): Promise<LocationView> {
  const view = (await me(owner)).locations.find(({ id }) => id === location.id);
  if (view === undefined) throw new Error('The location is gone');
  return view;
}

export async function lineOf(place: OwnedLocation): Promise<string[]> {
  return (await viewOf(place)).queue.map(({ firstName }) => firstName);
}

/** The status that the guest's page gets. */
export async function statusOf(
  { owner }: OwnedLocation,
  { queueToken }: Pick<JoinAnswer, 'queueToken'>,
): Promise<StatusAnswer> {
  const path = `/auth/business/${owner.business.username}/queue/token/${queueToken}/status`;
  const response = await call('GET', path);
  expect(response.status).toBe(200);
  return response.json();
}

/** Staff's view of a visit that has just joined, with the promised wait. */
export function asStaffSees({ customer, estimatedWaitMinutes, estimate }: JoinAnswer): VisitView {
  const { low, high, method } = estimate;
  const promised = { low, high, ...(method === 'fixed' && { minutes: estimatedWaitMinutes }) };
  return visitView.parse({ ...customer, promised });
}

/** Leaves the line as the guest. */
export async function leave({ owner }: OwnedLocation, { customer, queueToken }: JoinAnswer): Promise<Answer> {
  const key = encodeURIComponent(customerKey(customer));
  const path = `/auth/business/${owner.business.username}/queue/${key}/leave`;
  return read(await call('POST', path, { headers: { Authorization: `Bearer ${queueToken}` } }));
}

/** Opens a location with undo for admits, and stops the clock. */
export async function aCarefulPlace(about: AboutAccount = {}): Promise<OwnedLocation> {
  stopClock();
  const place = await anOwnersLocation(about);
  await setUp(place, { undo: true });
  return place;
}
