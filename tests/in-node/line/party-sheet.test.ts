/** Staff edit a party's facts and read its history. Parties with the same phone number are marked. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { ENDED_VISITS_SHOWN_MS } from '../../../src/shared/limits.ts';
import { customerKey, visitHistory } from '../../../src/shared/contracts/queue-view.ts';
import { iso } from '../../../src/shared/time/iso.ts';
import { developmentPhoneHashKey } from '../../../src/worker/platform/config-variables.ts';
import { numberHash } from '../../../src/worker/platform/number-hash.ts';
import { brokenObject, callWith } from '../../worker/support/broken.ts';
import { close } from '../../worker/support/commands.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { call, newOwner, read } from '../../worker/support/factories.ts';
import {
  act,
  acted,
  anotherLocation,
  anOwnersLocation,
  invalid,
  join,
  joinNamed,
  leave,
  objectOf,
  refused,
  setUp,
  statusOf,
  viewOf,
  walkedIn,
  type Answer,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import {
  historyRows,
  moveClock,
  stopClock,
  texted,
  textsSent,
} from '../../worker/support/queue-factories.ts';

const other = '+6281334567890';

async function historyOf({ owner, location }: OwnedLocation, visitId: string): Promise<Answer> {
  const path = `/auth/locations/${location.id}/visits/${encodeURIComponent(visitId)}/history`;
  return read(await call('GET', path, { cookie: owner.cookie }));
}

test('staff change every fact of a party; the guest sees all but the note', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place);
  const facts = { firstName: 'Mara', lastName: 'Lovell', numGuests: 4, ...texted };
  const edited = await acted(place, guest, 'edit', {
    ...facts,
    firstName: '  Mara ',
    note: ' High chair\r\n\n\nBirthday ',
  });
  expect(edited).toMatchObject({ ...facts, note: 'High chair\n\nBirthday', position: 1 });
  expect((await viewOf(place)).queue).toEqual([edited]);
  const { customer } = await statusOf(place, guest);
  expect(customer).toMatchObject(facts);
  expect(customer).not.toHaveProperty('note');
});

test('after a rename the old customer key answers its guest and its owner, and no other key does', async () => {
  const place = await anOwnersLocation();
  const { owner } = place;
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  for (const firstName of ['Adah', 'Ida']) await acted(place, ada, 'edit', { firstName });
  await acted(place, budi, 'edit', { firstName: 'Adi' });
  const keyed = (method: string, visit: Parameters<typeof customerKey>[0], rest = '') => {
    const path = `/auth/business/${owner.business.username}/queue/${encodeURIComponent(customerKey(visit))}`;
    return call(method, `${path}${rest}`, { cookie: owner.cookie });
  };
  expect((await keyed('POST', { ...ada.customer, firstName: 'Nobody' }, '/admit')).status).toBe(404);
  expect((await keyed('DELETE', { ...budi.customer, joinedAt: ada.customer.joinedAt })).status).toBe(404);
  expect((await keyed('POST', { ...ada.customer, firstName: 'Adah' }, '/admit')).status).toBe(200);
  expect(await leave(place, budi)).toEqual({ status: 200, body: { success: true } });
  expect(await viewOf(place)).toMatchObject({
    queue: [],
    admittedCustomers: [{ firstName: 'Ida' }],
    removedCustomers: [{ firstName: 'Adi', status: 'left' }],
  });
});

const tooLong = 'x'.repeat(201);

test.each<[Record<string, unknown>, Record<string, string[]>]>([
  [{ firstName: ' ' }, { firstName: ['First name is required'] }],
  [{ lastName: 'x'.repeat(81) }, { lastName: ['Please use at most 80 characters'] }],
  [{ numGuests: 0 }, { numGuests: ['Number of guests must be at least 1'] }],
  [{ numGuests: 1_000 }, { numGuests: ['Number of guests must be at most 999'] }],
  [{ phoneNumber: 'x'.repeat(41) }, { phoneNumber: ['Please use at most 40 characters'] }],
  [{ waitingPreference: 'at_home' }, { waitingPreference: ['Please check what you entered.'] }],
  [{ note: tooLong }, { note: ['Please use at most 200 characters'] }],
  [{ note: 7 }, { note: ['Please check what you entered.'] }],
])('an edit with %j is refused and changes nothing', async (body, fieldErrors) => {
  const place = await anOwnersLocation();
  const guest = await join(place);
  expect(await act(place, guest.customer.id, 'edit', { numGuests: 3, ...body })).toEqual(
    invalid(fieldErrors),
  );
  expect((await viewOf(place)).queue).toMatchObject([{ firstName: 'Ada', numGuests: 1 }]);
});

test('an edit of nothing is refused; 200 characters of a note are not too many, however they are stored', async () => {
  const place = await anOwnersLocation();
  const { customer } = await join(place);
  expect(await act(place, customer.id, 'edit', {})).toMatchObject({ status: 400 });
  expect(await act(place, customer.id, 'edit', { colour: 'red' })).toMatchObject({ status: 400 });
  const note = '🎂'.repeat(200);
  expect(await acted(place, { customer }, 'edit', { note })).toMatchObject({ note });
});

test('nobody waits anywhere without a number', async () => {
  const place = await anOwnersLocation();
  const { customer } = await join(place);
  expect(await act(place, customer.id, 'edit', { waitingPreference: 'wait_anywhere' })).toEqual({
    status: 400,
    body: { error: 'Phone number is required for Wait Anywhere', code: 'phone_required' },
  });
});

test('an unsent text goes to the number that staff set; who set it is logged, and no consent of the guest', async () => {
  stopClock();
  const place = await anOwnersLocation();
  await setUp(place, { undo: true });
  const guest = await walkedIn(place, { firstName: 'Ada', ...texted });
  await acted(place, { customer: guest }, 'admit');
  const edited = await acted(place, { customer: guest }, 'edit', { phoneNumber: other });
  expect(edited).toMatchObject({ phoneNumber: other, message: { status: 'queued' } });
  expect((await viewOf(place)).smsCredits).toBe(299);
  moveClock(10_000);
  await delivered(objectOf(place));
  expect(await textsSent()).toMatchObject([{ recipient: other }]);
  const kept = await runInDurableObject(objectOf(place)(), (_, { storage }) => ({
    consents: storage.sql.exec('SELECT * FROM consent').toArray(),
    edits: storage.sql.exec(`SELECT actor, reason FROM event WHERE kind = 'edited'`).toArray(),
  }));
  expect(kept).toEqual({
    consents: [],
    edits: [{ actor: `member:${place.owner.user.id}`, reason: 'number_set' }],
  });
});

test('a number that asked for no texts gets none, also if staff set it', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const guest = await join(place, texted);
  await acted(place, guest, 'edit', { phoneNumber: other });
  const hash = numberHash(developmentPhoneHashKey, other);
  await env.DB.prepare('insert into text_opt_outs (number_hash, at) values (?, 7)').bind(hash).run();
  await acted(place, guest, 'admit');
  await delivered(objectOf(place));
  expect(await textsSent()).toEqual([]);
  expect(await viewOf(place)).toMatchObject({
    smsCredits: 300,
    admittedCustomers: [{ message: { status: 'failed', error: 'opted_out' } }],
  });
  expect(await historyOf(place, guest.customer.id)).toMatchObject({
    body: { texts: [{ kind: 'turn', status: 'failed', error: 'opted_out' }] },
  });
});

test('the size in the history follows, also where the row had not arrived yet', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const guest = await join(place);
  await acted(place, guest, 'edit', { numGuests: 2 });
  await acted(place, guest, 'admit');
  await acted(place, guest, 'edit', { numGuests: 6 });
  await delivered(objectOf(place));
  expect(await historyRows()).toMatchObject([{ outcome: 'admitted', num_guests: 6, revision: 2 }]);
  await acted(place, guest, 'edit', { numGuests: 5, note: 'VIP' });
  await acted(place, guest, 'arrived');
  await delivered(objectOf(place));
  const rows = await historyRows();
  expect(rows).toMatchObject([{ outcome: 'arrived', num_guests: 5, revision: 4 }]);
  expect(JSON.stringify(rows)).not.toMatch(/VIP|Ada/);
});

test('live parties with the same number are marked, however it was typed', async () => {
  const place = await anOwnersLocation();
  const first = await join(place, texted);
  const second = await walkedIn(place, { firstName: 'Budi', phoneNumber: '0812-3456-7890' });
  await join(place, { firstName: 'Cleo' });
  const marks = async () => {
    const { queue, admittedCustomers } = await viewOf(place);
    return [...queue, ...admittedCustomers].map(({ firstName, sameNumber }) => [firstName, sameNumber]);
  };
  expect(second.sameNumber).toBe(true);
  expect(await marks()).toEqual([
    ['Ada', true],
    ['Budi', true],
    ['Cleo', undefined],
  ]);
  await acted(place, first, 'admit');
  expect(await marks()).toContainEqual(['Ada', true]);
  await acted(place, first, 'arrived');
  expect(await marks()).toEqual([
    ['Budi', undefined],
    ['Cleo', undefined],
    ['Ada', undefined],
  ]);
});

test('the history of a visit tells its events with actors, and its texts with their states', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  await joinNamed(place, 'Budi');
  const guest = await join(place, texted);
  moveClock(60_000);
  await acted(place, guest, 'edit', { phoneNumber: other });
  await acted(place, guest, 'admit');
  await delivered(objectOf(place));
  moveClock(60_000);
  await acted(place, guest, 'call-again');
  const event = (kind: string, minute: number, position: number, actor: string) => ({
    kind,
    at: iso(now + minute * 60_000),
    position,
    actor,
  });
  const told = {
    events: [
      event('joined', 0, 2, 'guest'),
      { ...event('edited', 1, 2, 'owner'), reason: 'number_set' },
      event('admitted', 1, 0, 'owner'),
      event('called_again', 2, 0, 'owner'),
    ],
    texts: [
      { kind: 'turn', at: iso(now + 60_000), status: 'sent' },
      { kind: 'call_again', at: iso(now + 120_000), status: 'queued' },
    ],
  };
  const { status, body } = await historyOf(place, guest.customer.id);
  expect(status).toBe(200);
  expect(visitHistory.parse(body)).toEqual(told);
});

test('the history says why a call had no text', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const guest = await join(place, { ...texted, phoneNumber: 'ask at the bar' });
  await acted(place, guest, 'admit');
  expect(await historyOf(place, guest.customer.id)).toMatchObject({
    body: { texts: [{ kind: 'turn', status: 'not_sent', error: 'number_unreachable' }] },
  });
});

test('a history is told to the owner of the location only, of a visit that the pages show', async () => {
  stopClock();
  const place = await anOwnersLocation({ maxLocations: 2 });
  const { customer } = await join(place);
  const elsewhere = await anotherLocation(place);
  const stranger = { ...place, owner: await newOwner() };
  const path = `/auth/locations/${place.location.id}/visits/${customer.id}/history`;
  expect(await read(await call('GET', path))).toEqual(refused('not_logged_in'));
  expect(await historyOf(stranger, customer.id)).toEqual(refused('not_found'));
  expect(await historyOf(elsewhere, customer.id)).toEqual(refused('not_found'));
  expect(await historyOf(place, 'nobody')).toEqual(refused('not_found'));
  await acted(place, { customer }, 'remove');
  expect(await historyOf(place, customer.id)).toMatchObject({ status: 200 });
  moveClock(ENDED_VISITS_SHOWN_MS + 1);
  expect(await historyOf(place, customer.id)).toEqual(refused('not_found'));
  await close(objectOf(place)());
  expect(await historyOf(place, customer.id)).toEqual(refused('location_closed'));
});

test('an object of an earlier release, which has no history yet, is asked again later', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const place = await anOwnersLocation();
  const { customer } = await join(place);
  const error = new TypeError('The RPC receiver does not implement the method "visitHistory".');
  const earlier = brokenObject(place.location.id, 'visitHistory', error);
  const path = `/auth/locations/${place.location.id}/visits/${customer.id}/history`;
  expect(await read(await callWith(earlier, 'GET', path, { cookie: place.owner.cookie }))).toEqual(
    refused('try_again'),
  );
});
