/** A business exported, deleted and imported again: nobody sees that it was gone (decision 64). */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { cleanLine } from '../../src/shared/typed-text.ts';
import naughty from '../data/blns.json';
import { newReceiver } from '../push-receiver.ts';
import { alarmUntil, historyRows, moveClock, stopClock, texted, textsSent } from './queue-factories.ts';
import { newAdmin } from './admin-calls.ts';
import { delivered } from './deliveries.ts';
import { eventsIn } from './log-lines.ts';
import { call, goodPassword, me, newLocation, newOwner, read, type TestOwner } from './factories.ts';
import {
  acted,
  addWalkIn,
  anotherPlace,
  aPlace,
  join,
  leave,
  objectOf,
  setUp,
  statusOf,
  tryToJoin,
  viewOf,
  type Place,
} from './owner-calls.ts';
import { endpoint } from './push-service.ts';
import { loggedIn, logIn, withSecondStep } from './security-calls.ts';
import { refiled } from '../business-files.ts';
import { exported, imported, posting } from './transfer-calls.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

const names = naughty.map((text) => cleanLine(text).slice(0, 60)).filter((text) => text !== '');
const guest = (n: number) => ({
  firstName: names[(n * 7) % names.length],
  lastName: names[(n * 11) % names.length],
});

type Guest = Awaited<ReturnType<typeof join>>;

/** A business with two places, and guests in every state at the first. */
async function aBusyBusiness(): Promise<{ place: Place; guests: Guest[] }> {
  const place = await aPlace({
    username: 'blue-door',
    email: 'ada@example.com',
    plan: 'Professional',
    maxLocations: 3,
    name: 'Blue Door Café “” 蓝门 🚪',
  });
  const other = await anotherPlace(place);
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
  guests.push(await join(other, guest(40)));
  await keepReminder(place, at(11));
  await delivered(objectOf(place));
  await delivered(objectOf(other));
  return { place, guests };
}

function fail(): never {
  throw new Error('no such guest');
}

async function reply({ owner }: Place, { queueToken }: Guest, body: unknown): Promise<void> {
  const path = `/auth/business/${owner.business.username}/queue/token/${queueToken}/reply`;
  expect((await call('POST', path, { body })).status).toBe(200);
}

async function keepReminder({ owner }: Place, { queueToken }: Guest): Promise<void> {
  const path = `/auth/business/${owner.business.username}/queue/token/${queueToken}/reminder`;
  const body = { endpoint, keys: newReceiver(endpoint).subscription.keys };
  expect((await call('PUT', path, { body })).status).toBe(200);
}

async function deleted(owner: { cookie: string }): Promise<void> {
  const response = await call('POST', '/auth/delete-account', { ...owner, body: { password: goodPassword } });
  expect(response.status).toBe(200);
}

/** All that an owner and guests can ask for. */
async function everythingSeen(owner: TestOwner, guests: Guest[]): Promise<unknown[]> {
  const user = await me(owner);
  const { username } = owner.business;
  const paths = [
    '/auth/security',
    '/auth/subscription',
    `/auth/exists?username=${username}`,
    `/auth/business/${username}/addresses`,
    ...user.locations.flatMap(({ id }) => [
      `/auth/locations/${id}/analytics`,
      `/auth/locations/${id}/history.csv`,
    ]),
    ...guests.map(({ queueToken }) => `/auth/business/${username}/queue/token/${queueToken}/status`),
  ];
  const answers: unknown[] = [user];
  for (const path of paths) {
    const response = await call('GET', path, owner);
    answers.push([path, response.status, await response.text()]);
  }
  return answers;
}

/** The codes of the links in the texts that were sent. */
async function linksSent(): Promise<string[]> {
  return JSON.stringify(await textsSent()).match(/\/queue\/blue-door\?v=[\w-]+/g) ?? [];
}

test('exported, deleted and imported again, a business is the same to its owner and to every guest', async () => {
  stopClock();
  const { place, guests } = await aBusyBusiness();
  // A log-in of its own for each look: what is told of log-ins is another matter.
  const before = await everythingSeen(await loggedIn(place.owner), guests);
  const history = await historyRows();
  const file = await exported('blue-door');
  await deleted(place.owner);
  expect((await call('GET', '/auth/business/blue-door/addresses')).status).toBe(404);

  const { locations } = await imported(file);
  expect(locations[place.location.id]).toBe(place.location.id);
  const owner = await loggedIn(place.owner);
  const after = await everythingSeen(owner, guests);
  expect(sessionless(after)).toEqual(sessionless(before));
  const withoutIds = (rows: Record<string, unknown>[]) =>
    rows.map(({ business_id: _whose, revision: _n, ...row }) => row);
  expect(withoutIds(await historyRows())).toEqual(withoutIds(history));
});

/** Without what is told of the log-ins, of which a deleted account has none, and the account's own id, which is another. */
function sessionless([user, ...answers]: unknown[]): unknown {
  const others = answers.filter((answer) => !(Array.isArray(answer) && answer[0] === '/auth/security'));
  return [{ ...(typeof user === 'object' && user), id: '' }, ...others];
}

test('the line goes on where it was: admitted, counted once, told, joined', async () => {
  stopClock();
  const { place, guests } = await aBusyBusiness();
  const file = await exported('blue-door');
  await deleted(place.owner);
  await imported(file);
  const again = { ...place, owner: await loggedIn(place.owner) };
  const [first] = (await viewOf(again)).queue;
  const admitted = await acted(again, { customer: { id: first?.id ?? '' } }, 'admit');
  expect(admitted.status).toBe('admitted');
  await acted(again, { customer: { id: first?.id ?? '' } }, 'arrived');
  await delivered(objectOf(again));
  const rows = (await historyRows()).filter((row) => row['visit_id'] === first?.id);
  expect(rows).toMatchObject([{ outcome: 'arrived', location_id: place.location.id }]);
  const leaving = guests[20] ?? fail();
  expect((await leave(again, leaving)).status).toBe(200);
  expect(await statusOf(again, leaving)).toMatchObject({ status: 'left' });
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

/** Deletes an account with a second step; the deletion after it finds nothing. */
async function confirmWith(owner: TestOwner, code: string): Promise<object> {
  await call('POST', '/auth/delete-account', { ...owner, body: { password: goodPassword, code } });
  return { cookie: (await newOwner()).cookie };
}

test('where its ids are not known it gets new ones, and links of texts lead on', async () => {
  stopClock();
  const { place, guests } = await aBusyBusiness();
  const [link] = await linksSent();
  const before = await viewOf(place);
  const opened = await (await call('GET', link ?? '')).text();
  const file = await exported('blue-door');
  await deleted(place.owner);
  const foreign = 'f'.repeat(64);
  const { locations } = await imported(refiled(file, (line) => line.replaceAll(place.location.id, foreign)));
  const id = locations[foreign] ?? '';
  expect(id).toMatch(/^[0-9a-f]{64}$/);
  expect([foreign, place.location.id]).not.toContain(id);
  const owner = await loggedIn(place.owner);
  const again = { owner, location: { ...place.location, id } };
  expect(await viewOf(again)).toEqual({ ...before, id });
  const [token] = guests;
  const path = `/auth/business/blue-door/queue/token/${token?.queueToken.replace(place.location.id, id)}/status`;
  expect((await call('GET', path)).status).toBe(200);
  const linked = await call('GET', link ?? '');
  expect([linked.status, linked.headers.get('Set-Cookie')?.includes(id)]).toEqual([302, true]);
  expect(opened).not.toContain(id);
});

test('a text that was owed is not sent a second time, and its visit says that nobody knows', async () => {
  stopClock();
  const place = await aPlace({ username: 'blue-door' });
  // The offer to undo holds the text back for ten seconds.
  await setUp(place, { undo: true });
  const ada = await join(place, texted);
  await acted(place, ada, 'admit');
  const file = await exported('blue-door');
  expect(JSON.stringify(file)).toContain('turn_text');
  await deleted(place.owner);
  const sent = await textsSent();
  await imported(file);
  moveClock(60_000);
  await delivered(objectOf(place));
  expect(await textsSent()).toEqual(sent);
  const view = await viewOf({ ...place, owner: await loggedIn(place.owner) });
  expect(view.admittedCustomers).toMatchObject([{ id: ada.customer.id, message: { status: 'unknown' } }]);
});

test('what changes while it is read is in the file as it was in the end', async () => {
  stopClock();
  const place = await aPlace({ username: 'blue-door', baseCustomerCredits: 3_000 });
  const guests: Guest[] = [];
  for (let n = 0; n < 12; n += 1) guests.push(await join(place, guest(n)));
  // More than a page of the log of events.
  await runInDurableObject(objectOf(place)(), (_, { storage }) => {
    storage.sql.exec(
      `INSERT INTO event (visit_id, kind, at, position)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) SELECT ?, 'moved', ?, 1 FROM n`,
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
  await imported(file);
  expect(sessionless(await everythingSeen(await loggedIn(place.owner), guests))).toEqual(sessionless(before));
});

test('charts of years come along, page by page', async () => {
  stopClock();
  const place = await aPlace({ username: 'blue-door' });
  await env.DB.prepare(
    `insert into visit_history (visit_id, revision, business_id, location_id, outcome, num_guests, waiting_preference,
       joined_at, admitted_at, ended_at, promised_minutes, promised_low, promised_high, moved, timezone)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
     select 'v' || i, 1, ?1, ?2, 'arrived', 1, 'on_premises', ?3 - i * 600000, ?3 - i * 600000 + 60000, ?3 - i * 600000 + 90000,
       5, 2, 8, 0, null from n`,
  )
    .bind(place.owner.business.id, place.location.id, Date.now())
    .run();
  const file = await exported('blue-door');
  expect(Math.max(...file.map((line) => Buffer.byteLength(line)))).toBeLessThan(24 * 1024);
  await deleted(place.owner);
  await imported(file);
  expect(await historyRows()).toHaveLength(1_200);
  const response = await call(
    'GET',
    `/auth/locations/${place.location.id}/history.csv`,
    await loggedIn(place.owner),
  );
  expect((await response.text()).trim().split('\n')).toHaveLength(1_201);
});

test('an account that pays at another provider keeps what was paid to the end of its period, and no more', async () => {
  stopClock();
  const end = Date.now() + 20 * 86_400_000;
  const owner = await newOwner({
    username: 'blue-door',
    trial: false,
    standing: 3,
    subscriptionStatus: 'active',
  });
  const place = { owner, location: await newLocation(owner) };
  await env.DB.batch([
    env.DB.prepare(
      `insert into billing_customers (business_id, customer_id, fetches, applied) values (?, 'cus_1', 3, 3)`,
    ).bind(owner.business.id),
    env.DB.prepare(
      `insert into subscriptions (id, business_id, plan, interval, status, period_start, period_end, cancel_at_period_end)
       values ('sub_1', ?, 'Starter', 'Monthly', 'active', ?, ?, 0)`,
    ).bind(owner.business.id, end - 30 * 86_400_000, end),
  ]);
  const file = await exported('blue-door');
  await env.DB.exec('delete from billing_customers');
  await deleted(owner);
  expect((await imported(file)).payments).toBe('left_behind');
  const rows = await env.DB.prepare(
    `select subscription_status, credits_end_at, standing from businesses where username_key = 'blue-door'`,
  ).all();
  expect(rows.results).toEqual([{ subscription_status: 'canceled', credits_end_at: end, standing: 0 }]);
  expect(await tryToJoin(place)).toMatchObject({ status: 201 });
  moveClock(20 * 86_400_000);
  expect(await tryToJoin(place)).toMatchObject({ body: { code: 'trial_expired' } });
});

test('the file holds no log-in, no link of a mail and nobody else', async () => {
  const place = await aPlace({ username: 'blue-door' });
  const other = await aPlace({ username: 'red-door' });
  await join(other, { firstName: 'Stranger' });
  await join(place, { firstName: 'Maya' });
  const file = (await exported('blue-door')).join('\n');
  expect(file).toContain('Maya');
  for (const not of ['Stranger', 'red-door', other.location.id]) expect(file).not.toContain(not);
  const { results } = await env.DB.prepare('select token_hash from sessions').all<{ token_hash: string }>();
  for (const { token_hash } of results) expect(file).not.toContain(token_hash);
});

test('an export is noted without anything that was exported', async () => {
  const place = await aPlace({ username: 'blue-door' });
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  await exported('blue-door');
  expect(eventsIn(lines.mock.calls.map(([line]) => String(line)))).toEqual([
    { event: 'admin_deed', deed: 'business_exported', businessId: place.owner.business.id },
  ]);
  expect(await read(await call('GET', '/healthz'))).toMatchObject({ status: 200 });
});
