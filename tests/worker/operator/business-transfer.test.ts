/**
 * A business is exported, deleted and imported again. The owner and the guests see no difference
 * (`docs/decisions/0064-a-business-as-a-file.md`).
 */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { unsealAtRest } from '../../../src/worker/platform/at-rest.ts';
import { cleanLine } from '../../../src/shared/typing/typed-text.ts';
import naughty from '../../data/blns.json';
import {
  alarmUntil,
  historyRows,
  moveClock,
  stopClock,
  texted,
  textsSent,
} from '../support/queue-factories.ts';
import { setCredits } from '../support/commands.ts';
import { newAdmin } from '../support/admin-calls.ts';
import { delivered } from '../support/deliveries.ts';
import { eventsIn } from '../support/log-lines.ts';
import { call, goodPassword, me, newLocation, newOwner, read, type TestOwner } from '../support/factories.ts';
import {
  acted,
  addWalkIn,
  anotherLocation,
  anOwnersLocation,
  join,
  leave,
  objectOf,
  setUp,
  statusOf,
  tryToJoin,
  viewOf,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import { deletionCode, loggedIn, logIn, withSecondStep } from '../support/security-calls.ts';
import { deleted, exported, imported, movedTo, posting } from '../support/transfer-calls.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

const names = naughty.map((text) => cleanLine(text).slice(0, 60)).filter((text) => text !== '');
const guest = (n: number) => ({
  firstName: names[(n * 7) % names.length],
  lastName: names[(n * 11) % names.length],
});

type Guest = Awaited<ReturnType<typeof join>>;

/** Makes a business with two locations, and with guests in every state at the first location. */
async function aBusyBusiness(): Promise<{ place: OwnedLocation; guests: Guest[] }> {
  const place = await anOwnersLocation({
    username: 'blue-door',
    email: 'ada@example.com',
    plan: 'Professional',
    maxLocations: 3,
    trial: false,
    emailVerifiedAt: 1,
    phone: '+628123456789',
    phoneProvenAt: 1,
    name: 'Blue Door Café “” 蓝门 🚪',
  });
  const other = await anotherLocation(place);
  const gone = await newLocation(place.owner, 'Closed since 3');
  await call('DELETE', `/auth/locations/${gone.id}`, place.owner);
  await setUp(place, {
    holdMs: 240_000,
    afterHold: 'no_show',
    capacity: 90,
    turnText: '{business}: your turn! {link}',
    nearlyAt: 2,
    textCountries: ['US'],
  });
  const guests: Guest[] = [];
  for (let n = 0; n < 24; n += 1) {
    moveClock(20_000);
    guests.push(await join(place, { ...guest(n), numGuests: 1 + (n % 4), ...(n % 3 === 0 && texted) }));
  }
  expect((await addWalkIn(place, { ...guest(30), numGuests: 2 })).status).toBe(201);
  const at = (n: number) => guests[n] ?? fail();
  for (const n of [0, 1, 2, 3, 4]) await acted(place, at(n), 'admit');
  await delivered(objectOf(place));
  await acted(place, at(0), 'arrived');
  await acted(place, at(1), 'no-show');
  await acted(place, at(2), 'put-back');
  moveClock(250_000);
  await alarmUntil(objectOf(place), async () =>
    (await viewOf(place)).admittedCustomers.some(({ holdExpired }) => holdExpired),
  );
  await acted(place, at(5), 'admit');
  await acted(place, at(6), 'remove');
  await leave(place, at(7));
  await acted(place, at(8), 'move', { position: 12 });
  await reply(place, at(9), { reply: 'on_my_way' });
  const { moreTime } = await statusOf(place, at(10));
  await reply(place, at(10), { reply: 'more_time', position: moreTime?.position });
  await acted(place, at(11), 'edit', { firstName: 'Renamed', note: 'High chair' });
  guests.push(await join(other, guest(40)));
  await setCredits(objectOf(other)(), { customerCredits: 0, smsCredits: 300, revision: 1 });
  expect((await addWalkIn(other, { ...guest(41), numGuests: 2 })).status).toBe(201);
  expect(await viewOf(other)).toMatchObject({ customerCredits: 0, customerDebt: 1 });
  // An export has no undo offers, so the time for undo must be over.
  moveClock(10_000);
  await delivered(objectOf(place));
  await delivered(objectOf(other));
  return { place, guests };
}

function fail(): never {
  throw new Error('no such guest');
}

async function reply({ owner }: OwnedLocation, { queueToken }: Guest, body: unknown): Promise<void> {
  const path = `/auth/business/${owner.business.username}/queue/token/${queueToken}/reply`;
  expect((await call('POST', path, { body })).status).toBe(200);
}

/** Everything that the owner and the guests can read. The new ids of locations are replaced by the old ids. */
async function everythingSeen(
  owner: TestOwner,
  guests: Guest[],
  locations: Record<string, string> = {},
): Promise<unknown> {
  const ids = Object.entries(locations);
  const here = (text: string) => ids.reduce((all, [before, after]) => all.replaceAll(before, after), text);
  const { id: _anew, ...user } = await me(owner);
  const { username } = owner.business;
  const paths = [
    '/auth/subscription',
    `/auth/exists?username=${username}`,
    `/auth/business/${username}/addresses`,
    ...user.locations.flatMap(({ id }) => [
      `/auth/locations/${id}/analytics`,
      `/auth/locations/${id}/history.csv`,
      `/auth/locations/${id}/activity.csv`,
    ]),
    ...guests.map(({ queueToken }) => here(`/auth/business/${username}/queue/token/${queueToken}/status`)),
  ];
  const answers: unknown[] = [user];
  for (const path of paths) {
    const response = await call('GET', path, owner);
    answers.push([path, response.status, await response.text()]);
  }
  const text = ids.reduce((all, [before, after]) => all.replaceAll(after, before), JSON.stringify(answers));
  return JSON.parse(text);
}

async function linksSent(): Promise<string[]> {
  return JSON.stringify(await textsSent()).match(/\/queue\/blue-door\?v=[\w-]+/g) ?? [];
}

test('exported, deleted and imported again, a business is the same to its owner and to every guest', async () => {
  stopClock();
  const { place, guests } = await aBusyBusiness();
  // The owner logs in for each comparison, because sessions are not exported.
  const before = await everythingSeen(await loggedIn(place.owner), guests);
  const history = await historyRows();
  const [link] = await linksSent();
  const file = await exported('blue-door');
  expect(JSON.parse(file.join('\n'))).toHaveLength(file.length - 2);
  await deleted(place.owner, await deletionCode(place.owner));
  expect((await call('GET', '/auth/business/blue-door/addresses')).status).toBe(404);

  const { locations } = await imported(file);
  const again = movedTo(place, { locations });
  expect([place.location.id, '']).not.toContain(again.location.id);
  expect(await everythingSeen(await loggedIn(place.owner), guests, locations)).toEqual(before);
  const withoutIds = (rows: Record<string, unknown>[]) =>
    rows.map(({ business_id: _whose, location_id: _where, revision: _n, ...row }) => row);
  expect(withoutIds(await historyRows())).toEqual(withoutIds(history));

  // The links in texts still work, and staff can go on with the line.
  const linked = await call('GET', link ?? '');
  expect([linked.status, linked.headers.get('Set-Cookie')?.includes(again.location.id)]).toEqual([302, true]);
  const owner = await loggedIn(place.owner);
  const [first] = (await viewOf({ ...again, owner })).queue;
  const admitted = await acted({ ...again, owner }, { customer: { id: first?.id ?? '' } }, 'admit');
  expect(admitted.status).toBe('admitted');
  await acted({ ...again, owner }, { customer: { id: first?.id ?? '' } }, 'arrived');
  await delivered(objectOf(again));
  const rows = (await historyRows()).filter((row) => row['visit_id'] === first?.id);
  expect(rows).toMatchObject([{ outcome: 'arrived', location_id: again.location.id }]);
  expect(await tryToJoin(again, { firstName: 'New' })).toMatchObject({ status: 201 });
});

test('its second step opens it, and no log-in of before does', async () => {
  stopClock();
  const owner = await newOwner({ username: 'blue-door' });
  const { recoveryCodes } = await withSecondStep(owner);
  const file = await exported('blue-door');
  await deleted({ cookie: owner.cookie, ...(await confirmWith(owner, recoveryCodes[0] ?? '')) });
  await imported(file);
  expect((await call('GET', '/auth/me', owner)).status).toBe(401);
  expect((await logIn(owner)).status).toBe(401);
  const body = { emailOrUsername: 'blue-door', password: goodPassword, code: recoveryCodes[1] };
  expect((await call('POST', '/auth/login', { body })).status).toBe(200);
});

/**
 * Calls the deletion of the account with a code of its second step. Then makes another account, and returns the cookie
 * of this account.
 */
async function confirmWith(owner: TestOwner, code: string): Promise<object> {
  await call('POST', '/auth/delete-account', { ...owner, body: { password: goodPassword, code } });
  return { cookie: (await newOwner()).cookie };
}

test('texts that were pending are not sent, and the visit of a called guest says that nobody knows', async () => {
  stopClock();
  const place = await anOwnersLocation({ username: 'blue-door' });
  // With undo, the turn text and the almost-there text both wait for ten seconds.
  await setUp(place, { undo: true, nearlyAt: 1 });
  const ada = await join(place, texted);
  await join(place, texted);
  await acted(place, ada, 'admit');
  const file = await exported('blue-door');
  await deleted(place.owner);
  const sent = await textsSent();
  const again = movedTo(place, await imported(file));
  moveClock(60_000);
  await delivered(objectOf(again));
  expect(await textsSent()).toEqual(sent);
  const view = await viewOf({ ...again, owner: await loggedIn(place.owner) });
  expect(view.admittedCustomers).toMatchObject([{ id: ada.customer.id, message: { status: 'unknown' } }]);
});

test('changes during an export are in the file in their final state', async () => {
  stopClock();
  const place = await anOwnersLocation({ username: 'blue-door', baseCustomerCredits: 3_000 });
  const guests: Guest[] = [];
  for (let n = 0; n < 12; n += 1) guests.push(await join(place, guest(n)));
  // The events do not fit into one page of the export.
  await runInDurableObject(objectOf(place)(), (_, { storage }) => {
    storage.sql.exec(
      `INSERT INTO event (visit_id, kind, at, position, actor)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) SELECT ?, 'moved', ?, 1, 'member' FROM n`,
      guests[3]?.customer.id ?? '',
      Date.now(),
    );
  });
  const plain = posting(await newAdmin());
  let calls = 0;
  const file = await exported('blue-door', async (path, body) => {
    const answer = await plain(path, body);
    calls += 1;
    if (calls === 2) {
      await acted(place, guests[0] ?? fail(), 'admit');
      await acted(place, guests[5] ?? fail(), 'move', { position: 1 });
      await leave(place, guests[6] ?? fail());
      guests.push(await join(place, guest(20)));
      await delivered(objectOf(place));
    }
    return answer;
  });
  expect(calls).toBeGreaterThan(6);
  const before = await everythingSeen(await loggedIn(place.owner), guests);
  await deleted(place.owner);
  const { locations } = await imported(file);
  expect(await everythingSeen(await loggedIn(place.owner), guests, locations)).toEqual(before);
});

test('charts of years come along, page by page', async () => {
  stopClock();
  const place = await anOwnersLocation({ username: 'blue-door' });
  await env.DB.prepare(
    `insert into visit_history (visit_id, revision, business_id, location_id, outcome, num_guests, waiting_preference,
       joined_at, admitted_at, ended_at, promised_minutes, promised_low, promised_high, moved, timezone)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
     select 'v' || i, 1, ?1, ?2, 'arrived', 1, 'on_premises', ?3 - i * 600000, ?3 - i * 600000 + 60000, ?3 - i * 600000 + 90000,
       5, 2, 8, 0, 'Asia/Jakarta' from n`,
  )
    .bind(place.owner.business.id, place.location.id, Date.now())
    .run();
  const file = await exported('blue-door');
  expect(Math.max(...file.map((line) => Buffer.byteLength(line)))).toBeLessThan(24 * 1024);
  await deleted(place.owner);
  const { location } = movedTo(place, await imported(file));
  expect(await historyRows()).toHaveLength(1_200);
  const response = await call(
    'GET',
    `/auth/locations/${location.id}/history.csv`,
    await loggedIn(place.owner),
  );
  expect((await response.text()).trim().split('\n')).toHaveLength(1_201);
});

test('the file has no password, and its seed and keys are sealed', async () => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  const { secret } = await withSecondStep(place.owner);
  const stored = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec<{ token_key: ArrayBuffer }>('SELECT token_key FROM location').one(),
  );
  const { id } = place.location;
  const key = await unsealAtRest(env, Buffer.from(stored.token_key).toString(), `key of ${id}`);
  const file = (await exported('blue-door')).join('\n');
  for (const not of ['scrypt', secret, key]) expect(file).not.toContain(not);
  expect(file).toContain('"passwordHash":null');
  expect(file.match(/"sealed\.[0-9a-f]{8}\.[\w-]+"/g)).toHaveLength(2);
});

test('the file holds no log-in, no link of a mail and nobody else', async () => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  const other = await anOwnersLocation({ username: 'red-door' });
  await join(other, { firstName: 'Stranger' });
  await join(place, { firstName: 'Maya' });
  const file = (await exported('blue-door')).join('\n');
  expect(file).toContain('Maya');
  for (const not of ['Stranger', 'red-door', other.location.id]) expect(file).not.toContain(not);
  const { results } = await env.DB.prepare('select token_hash from sessions').all<{ token_hash: string }>();
  for (const { token_hash } of results) expect(file).not.toContain(token_hash);
});

test('an export is noted without anything that was exported', async () => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  await exported('blue-door');
  expect(eventsIn(lines.mock.calls.map(([line]) => String(line)))).toEqual([
    { event: 'admin_action', action: 'business_backed_up', businessId: place.owner.business.id },
  ]);
  expect(await read(await call('GET', '/healthz'))).toMatchObject({ status: 200 });
});
