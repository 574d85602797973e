/** Export and erasure of a person's data on request. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { aFeedbackForm, aSalesForm } from '../../support/form-factories.ts';
import { newReceiver } from '../../support/push-receiver.ts';
import { newInvitation, newMember } from '../../worker/support/members.ts';
import { approvedErasure, newAdmin } from '../../worker/support/admin-calls.ts';
import { brokenObject, callWith } from '../../worker/support/broken.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { call, me, newOwner } from '../../worker/support/factories.ts';
import {
  acted,
  anotherLocation,
  anOwnersLocation,
  join,
  leave,
  statusOf,
  objectOf,
  viewOf,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { eventsIn } from '../../worker/support/log-lines.ts';
import { endpoint } from '../../worker/support/providers/push-service.ts';
import { moveClock, stopClock, textsSent } from '../../worker/support/queue-factories.ts';
import { numberHash } from '../../../src/worker/platform/number-hash.ts';
import { developmentPhoneHashKey } from '../../../src/worker/platform/config-variables.ts';

const typed = '0812-3456 7890';
const number = '+62 812 3456 7890';
const e164 = '+6281234567890';
const maya = {
  firstName: 'Mayadewi',
  lastName: 'Putrisari',
  waitingPreference: 'wait_anywhere',
  phoneNumber: typed,
};

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

const answer = z.record(z.string(), z.unknown());

type Answer = { status: number; said: Record<string, unknown>; text: string };

async function ask(what: 'export' | 'erase', who: unknown, businesses: unknown = []): Promise<Answer> {
  const body = { who, businesses };
  const send = async () => call('POST', `/admin/person/${what}`, { cookie: await newAdmin(), body });
  const first = await send();
  if (first.status === 409) await approvedErasure(body);
  const response = first.status === 409 ? await send() : first;
  const text = await response.text();
  return {
    status: response.status,
    text,
    said: response.ok ? answer.parse(JSON.parse(text)) : {},
  };
}

/** Everything that D1 and the objects of these locations store, as text. */
async function everythingStored(places: OwnedLocation[]): Promise<string> {
  const names = `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%' and name not like 'd1_%'`;
  const { results } = await env.DB.prepare(names).all<{ name: string }>();
  const tables = await env.DB.batch(results.map(({ name }) => env.DB.prepare(`select * from ${name}`)));
  const objects = await Promise.all(
    places.map((place) =>
      runInDurableObject(objectOf(place)(), (_, { storage }) =>
        storage.sql
          .exec<{ name: string }>(names)
          .toArray()
          .map(({ name }) => storage.sql.exec(`SELECT * FROM ${name}`).toArray()),
      ),
    ),
  );
  return JSON.stringify([tables.map((table, n) => [results[n]?.name, table.results]), objects], null, 1);
}

/** Makes visits of one person in every state at two locations, and visits of another person. */
async function everywhere(): Promise<{
  place: OwnedLocation;
  other: OwnedLocation;
  guests: Awaited<ReturnType<typeof join>>[];
}> {
  const place = await anOwnersLocation({ username: 'blue-door', maxLocations: 2, emailVerifiedAt: 1 });
  const other = await anotherLocation(place);
  const guests: Awaited<ReturnType<typeof join>>[] = [];
  for (let n = 0; n < 6; n += 1) {
    moveClock(1_000);
    guests.push(await join(place, maya));
  }
  guests.push(await join(other, { ...maya, phoneNumber: e164 }));
  await join(place, {
    firstName: 'Somebody',
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+6281299999999',
  });
  const at = (n: number) => guests[n] ?? noGuest();
  await acted(place, at(5), 'edit', { lastName: 'Putri', note: 'Allergic to Mayadewi' });
  for (const n of [0, 1, 2]) await acted(place, at(n), 'admit');
  await acted(place, at(0), 'arrived');
  await leave(place, at(3));
  await acted(place, at(4), 'remove');
  moveClock(10_000);
  const path = `/auth/business/blue-door/queue/token/${at(5).queueToken}/reminder`;
  const body = { endpoint, keys: newReceiver(endpoint).subscription.keys };
  expect((await call('PUT', path, { body })).status).toBe(200);
  await delivered(objectOf(place));
  await delivered(objectOf(other));
  return { place, other, guests };
}

function noGuest(): never {
  throw new Error('no such guest');
}

test('a number is found however it was typed, and what no location could read is counted', async () => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  const spellings = [
    '0812-3456-7811',
    '+62 812 3456 7811',
    '0062 812 3456 7811',
    '62 812 3456 7811',
    '(0812) 3456 7811 x',
    '081234567811 ext 5',
  ];
  for (const phoneNumber of [...spellings, '+62 812 3456 7899', 'ask my sister']) {
    await join(place, { ...maya, phoneNumber });
  }
  const { said } = await ask('export', '+62 812 3456 7811', ['blue-door']);
  expect(said).toMatchObject({ visits: Array(6).fill(expect.anything()), numbersNotRead: 1 });
  const erased = await ask('erase', '+62 812 3456 7811', ['blue-door']);
  expect(erased.said).toMatchObject({ visits: 6, numbersNotRead: 1 });
  expect(await everythingStored([place])).not.toMatch(/3456[ -]?7811/);
});

test('all that is kept about a guest is told: visits, texts, consents, reminders, what they wrote', async () => {
  stopClock();
  const { place, other } = await everywhere();
  await call('POST', '/feedback/submit', { body: aFeedbackForm({ phone: typed, message: 'Mine' }) });
  await call('POST', '/feedback/submit', {
    body: aFeedbackForm({ phone: '+6281299999999', message: 'Not mine' }),
  });
  const { said, text } = await ask('export', number, ['blue-door']);
  expect(said).toMatchObject({
    textedWithinADay: expect.arrayContaining([expect.objectContaining({ locationId: place.location.id })]),
    noTextsSince: null,
    messages: { feedback: [{ message: 'Mine' }], sales: [] },
    locationsAway: [],
  });
  expect(said['locationsAsked']).toEqual(expect.arrayContaining([place.location.id, other.location.id]));
  expect(said['visits']).toHaveLength(7);
  expect(said['visits']).toContainEqual(
    expect.objectContaining({
      address: '14 Kemang Raya, Jakarta',
      businessName: 'Blue Door Café',
      visit: expect.objectContaining({
        first_name: 'Mayadewi',
        phone_number: typed,
        e164,
        status: 'waiting',
      }),
      consents: [expect.objectContaining({ language: 'en' })],
      reminders: [{ endpoint }],
    }),
  );
  expect(text).not.toMatch(/Somebody|token_hash|Not mine|request_hash/);
  expect(said['notLookedAt']).toEqual(
    expect.arrayContaining([expect.stringContaining('no list of guests is kept')]),
  );
});

test('erased, a guest leaves the line, and nothing findable is left', async () => {
  stopClock();
  const { place, other, guests } = await everywhere();
  await call('POST', '/sales/inquiry', { body: aSalesForm({ phone: number, contactName: 'Mayadewi' }) });
  expect(await everythingStored([place, other])).toMatch(/Mayadewi/);
  const { said } = await ask('erase', number, ['blue-door']);
  // Four visits were open: one waits at each location, and two are admitted. The erasure ends these visits.
  expect(said).toMatchObject({ visits: 7, visitsEnded: 4, messages: 1, locationsAway: [] });
  const left = await everythingStored([place, other]);
  expect(left.split('\n').filter((line) => /Mayadewi|Putrisari/.test(line))).toEqual([]);
  for (const written of [typed, number, e164, '6281234567890', '081234567890', '812-3456', endpoint]) {
    expect([written, left.includes(written)]).toEqual([written, false]);
  }
  expect(left).not.toContain(numberHash(developmentPhoneHashKey, e164));
  expect(left).toContain('Somebody');
  const view = await viewOf(place);
  expect(view.queue.map(({ firstName }) => firstName)).toEqual(['Somebody']);
  expect(view.admittedCustomers.map(({ status }) => status).toSorted()).toEqual([
    'arrived',
    'no_show',
    'no_show',
  ]);
  expect(await statusOf(place, guests[5] ?? noGuest())).toMatchObject({
    status: 'left',
    customer: { firstName: '', lastName: '' },
  });
});

test('erased once more, nobody is found and nothing changes', async () => {
  stopClock();
  const { place, other } = await everywhere();
  await ask('erase', number, ['blue-door']);
  const before = [await viewOf(place), await viewOf(other)];
  const { said } = await ask('erase', number, ['blue-door']);
  expect(said).toMatchObject({
    visits: 0,
    visitsEnded: 0,
    textsForgotten: 0,
    messages: 0,
    developmentMessages: 0,
  });
  expect([await viewOf(place), await viewOf(other)]).toEqual(before);
});

test('a text that waits to be sent goes with its guest, and its credit comes back', async () => {
  stopClock();
  const place = await anOwnersLocation({ username: 'blue-door' });
  await call('PATCH', `/auth/locations/${place.location.id}`, { ...place.owner, body: { undo: true } });
  const { smsCredits } = await viewOf(place);
  await acted(place, await join(place, maya), 'admit');
  await ask('erase', number, ['blue-door']);
  moveClock(60_000);
  await delivered(objectOf(place));
  // The outbox may have the mail that reports the erasure to the owner, but no text.
  expect((await textsSent()).filter(({ recipient }) => !String(recipient).includes('@'))).toEqual([]);
  expect((await viewOf(place)).smsCredits).toBe(smsCredits);
});

test.each([
  ['+62 812 3456 7890', '0812 3456 7890', 1],
  ['+62 812 3456 7890', '812-3456-7890', 1],
  ['+62 812 3456 7890', '0062 812 3456 7890', 1],
  // In Italy the leading zero is a part of the number.
  ['+39 06 1234 5678', '06 1234 5678', 1],
  ['+39 06 1234 5678', '0039 06 1234 5678', 1],
  // The digits in the message are the end of the person's number, but some of the digits after the country code are
  // missing.
  ['+62 812 3456 7890', '12 3456 7890', 0],
  ['+1 415 555 2671', '15 555 2671', 0],
  ['+1 415 555 2671', '+55 552671', 0],
  ['+44 20 7946 0958', '+7946 0958', 0],
  // No country has the code 999, so a number with this code matches only a number with exactly the same digits.
  ['+999 1234 56789', '1234 56789', 0],
  ['+999 1234 56789', '+999 123456789', 1],
])('who has %s wrote a message with %s: %i', async (who, phone, messages) => {
  await call('POST', '/feedback/submit', { body: aFeedbackForm({ phone }) });
  expect((await ask('erase', who)).said).toMatchObject({ messages });
});

test('who asked for no texts still gets none after being erased', async () => {
  const hash = numberHash(developmentPhoneHashKey, e164);
  await env.DB.prepare('insert into text_opt_outs (number_hash, at) values (?, 7)').bind(hash).run();
  expect((await ask('export', number)).said).toMatchObject({ noTextsSince: 7 });
  const { said } = await ask('erase', number);
  expect(said['kept']).toContain(
    'Whether this number asked for no texts: a keyed hash, so that it still gets none.',
  );
  expect((await ask('export', number)).said).toMatchObject({ noTextsSince: 7 });
});

test('without a business only the locations that texted the number within a day are asked', async () => {
  stopClock();
  const { place } = await everywhere();
  const stranger = await anOwnersLocation({ username: 'red-door' });
  await join(stranger, maya);
  const asked = vi.spyOn(LocationQueue.prototype, 'personOf');
  const { said } = await ask('export', number);
  expect(said['locationsAsked']).toEqual([place.location.id]);
  expect(asked).toHaveBeenCalledTimes(1);
  const { said: named } = await ask('export', number, ['red-door']);
  expect(named['visits']).toHaveLength(7);
});

test('a location that does not answer is named, and the others are done', async () => {
  stopClock();
  const { place, other } = await everywhere();
  const broken = brokenObject(other.location.id, 'erasePerson', new Error('Network connection lost.'));
  const body = { who: number, businesses: ['blue-door'] };
  await approvedErasure(body);
  const response = await callWith(broken, 'POST', '/admin/person/erase', { cookie: await newAdmin(), body });
  expect(await response.json()).toMatchObject({
    visits: 6,
    locationsAway: [other.location.id],
    textsForgotten: 0,
  });
  expect((await viewOf(place)).queue).toHaveLength(1);
  expect((await ask('erase', number, ['blue-door'])).said).toMatchObject({ visits: 1, locationsAway: [] });
});

test('all that is kept about an owner is told, without what opens the account', async () => {
  const place = await anOwnersLocation({ username: 'blue-door', email: 'ada@example.com' });
  await call('POST', '/feedback/submit', {
    body: aFeedbackForm({ email: 'Ada@Example.com', message: 'Mine' }),
  });
  const { said, text } = await ask('export', 'Ada@example.com');
  expect(said).toMatchObject({
    account: {
      user: { email: 'ada@example.com' },
      business: { username: 'blue-door' },
      locations: [{ id: place.location.id, address: '14 Kemang Raya, Jakarta' }],
      logIns: [{ device: null }],
    },
    messages: { feedback: [{ message: 'Mine' }] },
  });
  expect(text).not.toMatch(/scrypt|passwordHash|tokenHash/);
});

test('an owner’s account is deleted with its guests, and what its owner wrote', async () => {
  stopClock();
  const place = await anOwnersLocation({ username: 'blue-door', email: 'ada@example.com' });
  const other = await newOwner();
  await join(place, maya);
  await call('POST', '/sales/inquiry', {
    body: aSalesForm({ workEmail: 'ada@example.com', contactName: 'Adaline' }),
  });
  const { said } = await ask('erase', 'ada@example.com');
  expect(said).toMatchObject({ account: true, messages: 1 });
  expect((await call('GET', '/auth/me', place.owner)).status).toBe(401);
  const left = (await everythingStored([place])).split('\n');
  expect(left.filter((line) => /ada@example|Mayadewi|Adaline/.test(line))).toEqual([]);
  expect((await me(other)).id).toBe(other.business.id);
  expect((await ask('erase', 'ada@example.com')).said).toMatchObject({ account: false, messages: 0 });
  expect((await ask('export', 'ada@example.com')).said).toMatchObject({ account: null });
});

test.each([
  [
    'nobody',
    'Please give an email address, or a phone number with its country code, such as +62 812 3456 7890.',
  ],
  [
    '0812 3456 7890',
    'Please give an email address, or a phone number with its country code, such as +62 812 3456 7890.',
  ],
  [
    'a@b',
    'Please give an email address, or a phone number with its country code, such as +62 812 3456 7890.',
  ],
  ['', 'Please give an email address, or a phone number with its country code, such as +62 812 3456 7890.'],
  // This text has no digits, so it must not match any number.
  [
    '+-----',
    'Please give an email address, or a phone number with its country code, such as +62 812 3456 7890.',
  ],
])('about %j nobody can be asked', async (who, sentence) => {
  for (const what of ['export', 'erase'] as const) {
    expect(await ask(what, who)).toEqual({ status: 400, text: sentence, said: {} });
  }
});

test('a business that there is not is refused, before anything is erased', async () => {
  stopClock();
  const { place } = await everywhere();
  expect(await ask('erase', number, ['nobody'])).toMatchObject({
    status: 404,
    text: 'That business username does not exist',
  });
  expect((await viewOf(place)).queue).toHaveLength(2);
  for (const businesses of [null, 'blue-door', [''], [1]]) {
    expect((await ask('erase', number, businesses)).status).toBe(400);
  }
});

test('the log has that it was done, and nothing of whom', async () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  await ask('export', number);
  await ask('erase', 'ada@example.com');
  expect(eventsIn(lines.mock.calls.map(([line]) => String(line)))).toEqual([
    { event: 'admin_action', action: 'person_exported' },
    { event: 'admin_action', action: 'erasure_asked' },
    { event: 'admin_action', action: 'erasure_approved' },
    { event: 'admin_action', action: 'person_erased' },
  ]);
});

test('a member is exported without the business, and erased without an end of the business', async () => {
  const { owner, location } = await anOwnersLocation();
  const host = await newMember(owner, 'host');
  await newInvitation(owner, 'invited@example.com');
  const exported = await ask('export', host.user.email);
  expect(exported.said['account']).toMatchObject({
    user: { email: host.user.email },
    memberships: [{ role: 'host', name: 'The host' }],
  });
  expect(exported.text).not.toContain(location.address);
  expect((await ask('erase', host.user.email)).said).toMatchObject({ account: true });
  const invited = await ask('export', 'Invited@example.com');
  expect(invited.said['linksToTheAddress']).toMatchObject({
    invitations: [{ businessId: owner.business.id, email: 'invited@example.com', role: 'host' }],
    changesOfAddress: [],
  });
  expect(invited.text).not.toContain('tokenHash');
  expect((await ask('erase', 'Invited@example.com')).said).toMatchObject({ linksToTheAddress: 1 });
  expect((await ask('export', host.user.email)).said['account']).toBeNull();
  expect((await call('GET', '/auth/me', { cookie: host.cookie })).status).toBe(401);
  expect((await me(owner)).locations).toHaveLength(1);
});

test('an erased member is not mailed that the business is gone, and the answer names unconfirmed locations', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const body = { who: host.user.email, businesses: [] };
  await approvedErasure(body);
  // The erasure deletes even the mail that the erasure itself has stored. So a trigger records the subject of each mail
  // when the mail is stored.
  await env.DB.exec('create table seen (subject text)');
  await env.DB.exec(
    'create trigger sees_mails after insert on development_messages begin insert into seen values (new.subject); end',
  );
  const deaf = brokenObject(place.location.id, 'endSessions', new Error('away'));
  const response = await callWith(deaf, 'POST', '/admin/person/erase', { cookie: await newAdmin(), body });
  expect(await response.json()).toMatchObject({ account: true, unconfirmedAt: [place.location.address] });
  const { results } = await env.DB.prepare('select subject from seen').all();
  expect(results).toEqual([{ subject: 'You have left a team on Holdline' }]);
  await env.DB.exec('drop trigger sees_mails');
  await env.DB.exec('drop table seen');
});

test('a member is erased from a business that is being deleted, too', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const host = await newMember(owner, 'host');
  await env.DB.prepare(
    `insert into memberships (user_id, business_id, role, created_at) values (?, ?, 'host', ?)`,
  )
    .bind(host.user.id, other.business.id, Date.now())
    .run();
  await env.DB.prepare('update businesses set deletion_begun_at = 1 where id = ?')
    .bind(other.business.id)
    .run();
  expect((await ask('erase', host.user.email)).said).toMatchObject({ account: true });
  const { results } = await env.DB.prepare('select id from users where email = ?')
    .bind(host.user.email)
    .all();
  expect(results).toEqual([]);
});

test('an erasure says so if the member became an owner meanwhile and is still there', async () => {
  const owner = await newOwner();
  const host = await newMember(owner, 'host');
  await approvedErasure({ who: host.user.email, businesses: [] });
  // The transaction of the erasure first deletes the member's sessions. This deletion starts the trigger, which makes
  // the member an owner.
  await env.DB.exec(
    `create trigger becomes_owner before delete on sessions begin update memberships set role = iif(user_id = '${host.user.id}', 'owner', 'host'); end`,
  );
  const { said } = await ask('erase', host.user.email);
  await env.DB.exec('drop trigger becomes_owner');
  expect(said).toMatchObject({ account: false });
  expect((await ask('export', host.user.email)).said['account']).not.toBeNull();
});
