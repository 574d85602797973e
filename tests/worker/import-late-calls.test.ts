/** Calls of imports that come late: for what is over by then, nothing is kept and nothing is taken away (decision 64). */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Post } from '../../scripts/operator/transfer.ts';
import { importFinishRequest, importRequest } from '../../src/shared/operator.ts';
import { refiled } from '../business-files.ts';
import { newAdmin } from './admin-calls.ts';
import { beforeCalls, callWith } from './broken.ts';
import { aFile, alarmOf, stored } from './import-factories.ts';
import { aPlace, objectOf, viewOf, type Place } from './owner-calls.ts';
import { alarmUntil, moveClock, stopClock } from './queue-factories.ts';
import { loggedIn } from './security-calls.ts';
import { imported, posting } from './transfer-calls.ts';

const ASKED_EVERY_MS = 300_000;

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** A piece of an import that comes to this location. */
async function piece(place: Place, importId: string): Promise<void> {
  await objectOf(place)().stageCopy({
    importId,
    n: 1,
    table: 'visit',
    step: 1,
    columns: ['id'],
    rows: [['a']],
  });
}

const pieces = `SELECT name FROM sqlite_master WHERE name IN ('copy', 'staged')`;
const everything = `SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`;

test('an open location takes no rows of an import, however late they come', async () => {
  const place = await aPlace();
  await piece(place, crypto.randomUUID());
  expect(await stored(place, pieces)).toEqual([]);
});

/** Sends a file up to its end and leaves it there. Answers its import, and what has it taken for given up. */
async function leftBehind(
  file: string[],
): Promise<{ importId: string; id: string; giveUp: () => Promise<void> }> {
  const plain = posting(await newAdmin());
  let importId = '';
  const cut: Post = async (path, body) => {
    if (path === '/admin/import') ({ importId } = importRequest.parse(body));
    if (path === '/admin/import/finish' || path === '/admin/import/abandon')
      throw new TypeError('fetch failed');
    return plain(path, body);
  };
  await expect(imported(file, cut)).rejects.toThrow('fetch failed');
  const given = 'update businesses set deletion_begun_at = ?1, deletion_tried_at = ?1 where id = ?2';
  const id = await env.DB.prepare('select id from locations where business_id = ?')
    .bind(importId)
    .first<string>('id');
  return {
    importId,
    id: id ?? '',
    giveUp: async () => void (await env.DB.prepare(given).bind(Date.now(), importId).run()),
  };
}

test('calls of an import that is over take nothing from the one after it, which is under way', async () => {
  stopClock();
  const { place, file } = await aFile();
  const { importId: givenUp } = await leftBehind(file);
  moveClock(1);
  const plain = posting(await newAdmin());
  const { missing } = await imported(file, async (path, body) => {
    if (path === '/admin/import/finish') {
      expect(await objectOf(place)().close({ givenUp })).toEqual({ ok: false, code: 'not_found' });
      await piece(place, givenUp);
    }
    return plain(path, body);
  });
  expect(missing).toEqual([]);
  const view = await viewOf({ ...place, owner: await loggedIn(place.owner) });
  expect(view.queue).toMatchObject([{ firstName: 'Maya' }]);
});

test('a location that something took away before it was released is named at the end', async () => {
  const { place, file } = await aFile();
  const cookie = await newAdmin();
  const plain = posting(cookie);
  const { late, missing } = await imported(file, async (path, body) => {
    if (path !== '/admin/import/finish') return plain(path, body);
    const { importId } = importFinishRequest.parse(body);
    const emptied = beforeCalls('releaseCopy', () => objectOf(place)().close({ givenUp: importId }));
    return (await callWith(emptied, 'POST', path, { cookie, body })).json();
  });
  expect({ late, missing }).toEqual({ late: [], missing: [place.location.id] });
});

test.each([
  ['a closed location', (file: string[]) => file, pieces],
  ['an empty object', (file: string[], { id }: Place['location']) => foreign(file, id), everything],
])('pieces in %s go with their import, and none comes after it', async (_, of, what) => {
  stopClock();
  const { place: before, file } = await aFile();
  await alarmUntil(
    objectOf(before),
    async () => (await stored(before, 'SELECT id FROM outbox')).length === 0,
  );
  const { importId, id, giveUp } = await leftBehind(of(file, before.location));
  const place = { ...before, location: { ...before.location, id } };
  moveClock(ASKED_EVERY_MS);
  await runDurableObjectAlarm(objectOf(place)());
  expect(await stored(place, pieces)).toHaveLength(2);
  expect(await alarmOf(place)).toBe(Date.now() + ASKED_EVERY_MS);
  await giveUp();
  moveClock(ASKED_EVERY_MS);
  await runDurableObjectAlarm(objectOf(place)());
  await piece(place, importId);
  expect(await stored(place, what)).toEqual([]);
});

function foreign(file: string[], id: string): string[] {
  return refiled(file, (line) => line.replaceAll(id, 'f'.repeat(64)));
}
