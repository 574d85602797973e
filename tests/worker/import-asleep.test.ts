/** A location that an import has filled is nobody's, and owes nobody anything, before the import is finished (decision 64). */
import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Post } from '../../scripts/operator/transfer.ts';
import { CLOSED_KEPT_MS } from '../../src/shared/limits.ts';
import { runSweeps } from '../../src/worker/cron/cron.ts';
import { NothingWasDone } from '../../src/worker/db/away.ts';
import { openVisitLink } from '../../src/worker/queue/locate.ts';
import { parseToken } from '../../src/worker/queue/token.ts';
import { newAdmin } from './admin-calls.ts';
import { brokenDatabase, brokenObject, callWith, expectComplaints } from './broken.ts';
import { bootOf, open } from './built-pages.ts';
import { refiled } from '../business-files.ts';
import { call, goodPassword, me } from './factories.ts';
import { alarmOf, stored, tablesOf } from './import-factories.ts';
import { acted, aPlace, join, objectOf, viewOf, type Place } from './owner-calls.ts';
import {
  alarmUntil,
  historyRows,
  holdMs,
  moveClock,
  stopClock,
  textsSent,
  texted,
} from './queue-factories.ts';
import { loggedIn } from './security-calls.ts';
import { exported, imported, posting } from './transfer-calls.ts';

const comes = { ok: false, code: 'try_again' };
const ASKED_EVERY_MS = 300_000;

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

const lastPart = { table: 'last', after: 0, events: 0, consents: 0 } as const;

type Guest = Awaited<ReturnType<typeof join>>;

/** The file of a business that is gone: Ada was called and is expected, Budi waits. */
async function aFile(): Promise<{ place: Place; file: string[]; ada: Guest; budi: Guest }> {
  stopClock();
  const place = await aPlace({ username: 'blue-door' });
  const [ada, budi] = [
    await join(place, { firstName: 'Ada', ...texted }),
    await join(place, { firstName: 'Budi' }),
  ];
  await acted(place, ada, 'admit');
  const file = await exported('blue-door');
  await call('POST', '/auth/delete-account', { ...place.owner, body: { password: goodPassword } });
  return { place, file, ada, budi };
}

/** Sends a file up to its end, which fails once the locations are filled. Answers how to send the end again. */
async function filled(file: string[]): Promise<{ cookie: string; end: unknown }> {
  const cookie = await newAdmin();
  const plain = posting(cookie);
  const notMade = brokenDatabase('D1_ERROR: Network connection lost.', (sql) =>
    sql.startsWith('update "businesses"'),
  );
  const complaints = expectComplaints();
  let end: unknown;
  const cut: Post = async (path, body) => {
    if (path === '/admin/import/abandon') throw new TypeError('fetch failed');
    if (path !== '/admin/import/finish') return plain(path, body);
    end = body;
    await callWith(notMade, 'POST', path, { cookie, body });
    throw new TypeError('fetch failed');
  };
  await expect(imported(file, cut)).rejects.toThrow('fetch failed');
  expect(complaints()).toHaveLength(1);
  return { cookie, end };
}

/** Finishes an import so that the location is not released. */
async function finishedAsleep({ place, file }: { place: Place; file: string[] }): Promise<void> {
  const cookie = await newAdmin();
  const plain = posting(cookie);
  const broken = brokenObject(place.location.id, 'releaseCopy', new Error('Network connection lost.'));
  const { late } = await imported(file, async (path, body) =>
    path === '/admin/import/finish'
      ? (await callWith(broken, 'POST', path, { cookie, body })).json()
      : plain(path, body),
  );
  expect(late).toEqual([place.location.id]);
}

test('its guests and its owner find nothing, and no hold of it ends, until it is finished', async () => {
  const { place, file, ada, budi } = await aFile();
  const sent = await textsSent();
  const { cookie, end } = await filled(file);
  const claim = { username: 'blue-door', secret: parseToken(budi.queueToken)?.secret ?? '' };
  moveClock(holdMs + 60_000);
  for (const isEvicted of [false, true]) {
    if (isEvicted) await evictDurableObject(objectOf(place)());
    expect(await objectOf(place)().status(claim)).toEqual(comes);
    expect(await objectOf(place)().leave(claim)).toEqual(comes);
    expect(await objectOf(place)().view()).toEqual(comes);
    expect(await objectOf(place)().act({ id: ada.customer.id }, { kind: 'arrived' })).toEqual(comes);
    expect(await objectOf(place)().erasePerson(texted.phoneNumber)).toEqual(comes);
    expect(await objectOf(place)().readCopy(lastPart)).toEqual(comes);
    expect(await objectOf(place)().setCredits({ customerCredits: 1, smsCredits: 1, revision: 99 })).toEqual(
      comes,
    );
    await runDurableObjectAlarm(objectOf(place)());
  }
  expect(await stored(place, 'SELECT status, hold_expired FROM visit ORDER BY rank')).toEqual([
    { status: 'admitted', hold_expired: 0 },
    { status: 'waiting', hold_expired: 0 },
  ]);
  expect(await textsSent()).toEqual(sent);
  expect((await call('POST', '/admin/import/finish', { cookie, body: end })).status).toBe(200);
  const again = { ...place, owner: await loggedIn(place.owner) };
  await alarmUntil(
    objectOf(place),
    async () => (await viewOf(again)).admittedCustomers[0]?.holdExpired === true,
  );
  expect((await viewOf(again)).queue).toMatchObject([{ id: budi.customer.id }]);
});

test('one that nobody told of the end asks for it, and opens', async () => {
  const it = await aFile();
  await finishedAsleep(it);
  const { place, budi } = it;
  expect(await objectOf(place)().view()).toEqual(comes);
  expect(await alarmOf(place)).toBe(Date.now() + ASKED_EVERY_MS);
  moveClock(ASKED_EVERY_MS);
  await runDurableObjectAlarm(objectOf(place)());
  const view = await viewOf({ ...place, owner: await loggedIn(place.owner) });
  expect(view.queue).toMatchObject([{ id: budi.customer.id }]);
  expect(await stored(place, `SELECT name FROM sqlite_master WHERE name IN ('copy', 'staged')`)).toEqual([]);
});

test('it asks again and again while the import is under way, and is gone once that is', async () => {
  const { place, file } = await aFile();
  await filled(file);
  for (const _ of [1, 2]) {
    moveClock(ASKED_EVERY_MS);
    await runDurableObjectAlarm(objectOf(place)());
    expect(await alarmOf(place)).toBe(Date.now() + ASKED_EVERY_MS);
  }
  expect(await objectOf(place)().view()).toEqual(comes);
  // As where the database was taken back to before the import began.
  await env.DB.exec('delete from locations');
  await env.DB.exec(`delete from businesses where username_key like 'importing:%'`);
  moveClock(ASKED_EVERY_MS);
  await runDurableObjectAlarm(objectOf(place)());
  expect(await tablesOf(place)).toEqual([]);
});

test('an import that ran out of time takes away what it had filled, without a word', async () => {
  const { place, file } = await aFile();
  await filled(file);
  moveClock(6 * 3_600_000);
  await runSweeps(env, Date.now());
  expect(await tablesOf(place)).toEqual([]);
  expect(await alarmOf(place)).toBeNull();
  expect(await historyRows()).toEqual([]);
});

test('its owner sees it as away until it opens, and can remove it like any other: its guests are told', async () => {
  const it = await aFile();
  await finishedAsleep(it);
  const { place, ada, budi } = it;
  const { id, address } = place.location;
  const { cookie } = await loggedIn(place.owner);
  expect((await me({ cookie })).locations).toEqual([{ id, address, away: true }]);
  const asked = { who: texted.phoneNumber, businesses: ['blue-door'] };
  const person = await call('POST', '/admin/person/export', { cookie: await newAdmin(), body: asked });
  expect(await person.json()).toMatchObject({ visits: [], locationsAway: [id] });
  const path = `/auth/business/blue-door/queue/token/${budi.queueToken}/status`;
  expect((await call('GET', path)).status).toBe(503);
  // The page of a guest who kept the place says so, too, rather than that there is none.
  const page = await open('/queue/blue-door', `holdline_visit=${budi.queueToken}`);
  expect(bootOf(await page.text())).toMatchObject({ visitUnknown: true });
  await expect(openVisitLink(env, 'blue-door', `${'A'.repeat(22)}0`)).rejects.toBeInstanceOf(NothingWasDone);
  expect((await call('DELETE', `/auth/locations/${place.location.id}`, { cookie })).status).toBe(200);
  const claim = { username: 'blue-door', secret: parseToken(budi.queueToken)?.secret ?? '' };
  expect(await objectOf(place)().status(claim)).toMatchObject({ ok: true, answer: { status: 'removed' } });
  await alarmUntil(objectOf(place), async () => (await historyRows()).length === 2);
  expect((await historyRows()).map((row) => [row['visit_id'], row['outcome']])).toEqual([
    [ada.customer.id, 'admitted'],
    [budi.customer.id, 'removed'],
  ]);
});

test('a sweep that comes late for an import closes nothing of the one after it', async () => {
  const it = await aFile();
  const { place, budi } = it;
  await filled(it.file);
  const { id: givenUp } = (await env.DB.prepare(
    `select id from businesses where username_key like 'importing:%'`,
  ).first<{ id: string }>()) ?? { id: '' };
  moveClock(1);
  await finishedAsleep(it);
  const { id: finished } = (await env.DB.prepare(
    `select id from businesses where username = 'blue-door'`,
  ).first<{
    id: string;
  }>()) ?? { id: '' };
  for (const isAsleep of [true, false]) {
    expect(await objectOf(place)().close({ givenUp })).toEqual({ ok: false, code: 'not_found' });
    expect((await objectOf(place)().view()).ok).toBe(!isAsleep);
    expect(await objectOf(place)().releaseCopy(givenUp)).toBe(isAsleep ? null : finished);
    expect(await objectOf(place)().releaseCopy(finished)).toBe(finished);
  }
  const view = await viewOf({ ...place, owner: await loggedIn(place.owner) });
  expect(view.queue).toMatchObject([{ id: budi.customer.id }]);
});

test('a closed location that is to give way does not erase itself, with what was brought, in the middle', async () => {
  const { place, file, budi } = await aFile();
  await alarmUntil(objectOf(place), async () => (await stored(place, 'SELECT id FROM outbox')).length === 0);
  moveClock(CLOSED_KEPT_MS - 60_000);
  const plain = posting(await newAdmin());
  await imported(file, async (path, body) => {
    if (path === '/admin/import/finish') {
      moveClock(120_000);
      await runDurableObjectAlarm(objectOf(place)());
    }
    return plain(path, body);
  });
  const view = await viewOf({ ...place, owner: await loggedIn(place.owner) });
  expect(view.queue).toMatchObject([{ id: budi.customer.id }]);
});

test('once such an import is given up, the closed location erases itself as it would have', async () => {
  const { place, file } = await aFile();
  await alarmUntil(objectOf(place), async () => (await stored(place, 'SELECT id FROM outbox')).length === 0);
  const plain = posting(await newAdmin());
  await expect(
    imported(file, (path, body) =>
      path === '/admin/import/finish' ? Promise.reject(new TypeError('fetch failed')) : plain(path, body),
    ),
  ).rejects.toMatchObject({ left: 'nothing' });
  expect(await objectOf(place)().view()).toEqual({ ok: false, code: 'location_closed' });
  moveClock(CLOSED_KEPT_MS);
  await runDurableObjectAlarm(objectOf(place)());
  expect(await tablesOf(place)).toEqual([]);
});

test('history that a file owes is that of its own visits only', async () => {
  const { place, file, ada } = await aFile();
  const stranger = 'of-somebody-else';
  const other = refiled(file, (line) =>
    line.includes('"table":"outbox"') ? line.replaceAll(ada.customer.id, stranger) : line,
  );
  expect(other).not.toEqual(file);
  await imported(other);
  await alarmUntil(objectOf(place), async () => (await stored(place, 'SELECT id FROM outbox')).length === 0);
  expect(await historyRows()).toEqual([]);
  const within = refiled(file, (line) =>
    line.includes('"table":"outbox"')
      ? line.replaceAll(String.raw`\"visitId\":\"${ada.customer.id}`, String.raw`\"visitId\":\"${stranger}`)
      : line,
  );
  expect(within).not.toEqual(file);
  await call('POST', '/auth/delete-account', {
    ...(await loggedIn(place.owner)),
    body: { password: goodPassword },
  });
  moveClock(1);
  await imported(within);
  await alarmUntil(objectOf(place), async () => (await historyRows()).length > 0);
  expect(await historyRows()).toMatchObject([{ visit_id: ada.customer.id }]);
});
