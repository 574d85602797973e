/** The demo business. Calls to the product's API seed the business and simulate its guests. */
import { env, exports } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { beforeEach, expect, test, vi } from 'vitest';
import { askMemberActedAt, logInAsDemoOwner, type Send } from '../../../scripts/demo/calls.ts';
import { demoOwner, demoPasswordHash } from '../../../scripts/demo/demo-business.ts';
import { firstInLine } from '../../../scripts/demo/guests.ts';
import { DemoLife } from '../../../scripts/demo/life.ts';
import { randomOf } from '../../../scripts/demo/random.ts';
import { makeDemoFile, seedDemo } from '../../../scripts/demo/seed.ts';
import { accountView } from '../../../src/shared/contracts/account/view.ts';
import { visitHistory, visitHours } from '../../../src/worker/db/schema/locations.ts';
import { countNames, countsOf } from '../../../src/worker/deliveries/history/visit-counts.ts';
import { hashOfNobody } from '../../../src/worker/platform/passwords.ts';
import { newAdmin } from '../support/admin-calls.ts';
import { call, me, origin } from '../support/factories.ts';
import { anotherLocation, anOwnersLocation, type OwnedLocation } from '../support/owner-calls.ts';
import { moveClock, stopClock } from '../support/queue-factories.ts';

const send: Send = (path, init) => exports.default.fetch(origin + path, init);

/**
 * Sends the demo's calls to the Worker. `memberActedAt` replaces the real time of the last action of a member, because
 * this test itself makes such actions.
 */
const sendAlone =
  (memberActedAt = () => 0): Send =>
  async (path, init) =>
    path === '/dev/member-acts' ? Response.json({ memberActedAt: memberActedAt() }) : send(path, init);
const db = drizzle(env.DB);

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

test('a seeding that broke off is finished by the next: a plan, a line, a learned estimate, and charts of its history', async () => {
  const file = makeDemoFile(Date.now());
  let calls = 0;
  const breaking: Send = async (path, init) => {
    calls += 1;
    if (calls > 40) throw new Error('killed');
    return send(path, init);
  };
  await expect(seedDemo(breaking, file, { pays: false })).rejects.toThrow('killed');
  expect(await db.$count(visitHistory)).toBeGreaterThan(0);
  expect(await logInAsDemoOwner(send)).toBeNull();

  await seedDemo(send, file, { pays: false });
  const history = await db.select().from(visitHistory);
  await seedDemo(send, makeDemoFile(Date.now()), { pays: false });
  expect(await db.select().from(visitHistory)).toEqual(history);

  const cookie = (await logInAsDemoOwner(send)) ?? '';
  const user = accountView.parse(await (await call('GET', '/auth/me', { cookie })).json());
  expect(user).toMatchObject({ plan: 'Professional', trial: false, emailVerified: true, maxLocations: 3 });
  const { locations } = user;
  const queues = locations.map(({ queue }) => queue.map(({ firstName }) => firstName));
  expect(queues).toEqual([firstInLine.map(({ firstName }) => firstName), expect.any(Array)]);

  const hours = await db.select().from(visitHours);
  const recount = history.flatMap(countsOf);
  for (const name of countNames) {
    const sum = (rows: Record<typeof name, number>[]) => rows.reduce((all, row) => all + row[name], 0);
    expect([name, sum(hours)]).toEqual([name, sum(recount)]);
  }
  const id = locations[0]?.id;
  const csv = await (await call('GET', `/auth/locations/${id}/history.csv`, { cookie })).text();
  // The file also has a header line and a line break at the end.
  expect(csv.split('\r\n')).toHaveLength(2 + history.filter(({ locationId }) => locationId === id).length);

  const body = { ...firstInLine[0], firstName: 'Grace', address: locations[0]?.address, locationId: id };
  const joined = await call('POST', `/auth/business/${demoOwner.username}/queue`, { body });
  expect(await joined.json()).toMatchObject({ position: 6, estimate: { method: 'learned' } });
});

/** Makes the demo's account with two locations. */
async function aDemoAccount(): Promise<OwnedLocation> {
  // The time is fixed, because a guest's behaviour depends on the name and the time of the join.
  stopClock();
  vi.setSystemTime(Date.parse('2090-06-02T05:00:00.000Z'));
  const { username, email } = demoOwner;
  const place = await anOwnersLocation({
    username,
    email,
    plan: 'Professional',
    emailVerifiedAt: 1,
    maxLocations: 3,
    trial: false,
  });
  await anotherLocation(place);
  await env.DB.prepare('update users set password_hash = ?').bind(demoPasswordHash).run();
  return place;
}

async function setCredits(credits: number): Promise<void> {
  const body = { username: demoOwner.username, baseCustomerCredits: credits, baseSMSCredits: credits };
  const answer = await call('POST', '/admin/update-credits', { cookie: await newAdmin(), body });
  expect(answer.status).toBe(200);
}

test('guests come and go, four to nine in line, but not while an owner acts', async () => {
  const { owner } = await aDemoAccount();
  await setCredits(1_000);
  let memberActedAt = 0;
  // With these random numbers, every possible step of the demo happens.
  const life = new DemoLife(
    sendAlone(() => memberActedAt),
    randomOf(13, 'life'),
  );
  const replies = new Set<string>();
  const look = async () => {
    moveClock(15_000);
    await life.look(Date.now());
    const [first, other] = (await me(owner)).locations;
    const statesAt = (place: typeof first) =>
      [place?.queue, place?.admittedCustomers, place?.removedCustomers].flatMap(
        (visits) => visits?.map(({ id, status }) => `${id} ${status}`) ?? [],
      );
    const states = [...statesAt(first), ...statesAt(other)].toSorted();
    for (const visit of [...(first?.queue ?? []), ...(first?.admittedCustomers ?? [])]) {
      if (visit.onMyWayAt !== undefined) replies.add('on my way');
      if (visit.moreTimeAt !== undefined) replies.add('more time');
    }
    return { states, inLine: first?.queue.length ?? 0, atOther: other?.queue.length ?? 0 };
  };
  while ((await look()).inLine < 4);
  const seen = [];
  for (let n = 0; n < 140; n += 1) seen.push(await look());
  const lengths = seen.map(({ inLine }) => inLine);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([4, expect.toSatisfy((most) => most <= 9)]);
  expect(new Set(lengths).size).toBeGreaterThan(2);
  expect(Math.max(...seen.map(({ atOther }) => atOther))).toBeLessThanOrEqual(3);
  const last = seen.at(-1)?.states ?? [];
  const statuses = seen.flatMap(({ states }) => states.map((state) => state.split(' ')[1]));
  expect(new Set(statuses)).toEqual(
    new Set(['waiting', 'admitted', 'arrived', 'no_show', 'left', 'removed']),
  );
  expect(replies).toEqual(new Set(['on my way', 'more time']));

  memberActedAt = Date.now();
  // The demo pauses for two minutes after an action of the owner.
  for (let n = 0; n < 7; n += 1) expect((await look()).states).toEqual(last);
  const after = new Set<string>();
  for (let n = 0; n < 20; n += 1) after.add((await look()).states.join());
  expect(after.size).toBeGreaterThan(2);

  const logIns = () => env.DB.prepare('select count(*) as n from sessions').first<number>('n');
  expect(await logIns()).toBe(2);
  await life.end();
  expect(await logIns()).toBe(1);
});

test('it grants itself a month of credits before they are used up, at most once an hour', async () => {
  const { owner } = await aDemoAccount();
  const life = new DemoLife(sendAlone(), randomOf(1, 'life'));
  const creditsAfterLook = async () => {
    await life.look(Date.now());
    return (await me(owner)).locations.map(({ smsCredits }) => smsCredits);
  };
  await setCredits(210);
  expect(await creditsAfterLook()).toEqual([210, 210]);
  await setCredits(190);
  expect(await creditsAfterLook()).toEqual([1500, 1500]);
  await setCredits(190);
  expect(await creditsAfterLook()).toEqual([190, 190]);
  moveClock(3_600_000);
  expect(await creditsAfterLook()).toEqual([1500, 1500]);
});

test('it logs in again where its session has ended, and is over where the password is another one', async () => {
  await aDemoAccount();
  const life = new DemoLife(sendAlone(), randomOf(1, 'life'));
  const lookTwice = async () => {
    await life.look(Date.now());
    await life.look(Date.now());
  };
  await lookTwice();
  const endSessions = env.DB.prepare('delete from sessions');
  await endSessions.run();
  await lookTwice();
  expect(life.isOver).toBe(false);
  await env.DB.batch([endSessions, env.DB.prepare('update users set password_hash = ?').bind(hashOfNobody)]);
  await lookTwice();
  expect(life.isOver).toBe(true);
});

test('the runtime tells when an owner acted last', async () => {
  stopClock();
  const { owner } = await anOwnersLocation();
  moveClock(1_000);
  const before = Date.now();
  await call('POST', '/auth/locations', { cookie: owner.cookie, body: {} });
  moveClock(5_000);
  await me(owner);
  expect(await askMemberActedAt(send)).toBe(before);
});
