/** Imports that meet each other, an account that is there, or the sweep of deletions: one business in the end (decision 64). */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { Refused } from '../../scripts/operator/transfer.ts';
import { importRequest, type ImportRequest } from '../../src/shared/operator.ts';
import { runSweeps } from '../../src/worker/cron/cron.ts';
import { eraseHistory } from '../../src/worker/db/erase-history.ts';
import { refiled } from '../business-files.ts';
import { newAdmin, readText } from './admin-calls.ts';
import { beforeCalls, beforeStatements, callWith } from './broken.ts';
import { delivered } from './deliveries.ts';
import { call } from './factories.ts';
import { aFile, anEnd, begun, isThere, over } from './import-factories.ts';
import { acted, objectOf, viewOf, type Place } from './owner-calls.ts';
import { historyRows, moveClock, stopClock } from './queue-factories.ts';
import { loggedIn } from './security-calls.ts';
import { imported, importRefusal, posting } from './transfer-calls.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

test('of two imports of one file at the same time one is made, and the other leaves nothing', async () => {
  const { place, file } = await aFile();
  const results = await Promise.allSettled([imported(file), imported(file)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [failed] = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  expect(failed).toBeInstanceOf(Refused);
  const { results: open } = await env.DB.prepare(
    `select l.id from locations l join businesses b on b.id = l.business_id where b.deletion_begun_at is null`,
  ).all();
  expect(open).toHaveLength(1);
  expect(await isThere()).toBe(true);
  expect(place.owner.business.username).toBe('blue-door');
});

test('an import is over once a later one brings the same locations', async () => {
  stopClock();
  const { file } = await aFile();
  const plain = posting(await newAdmin());
  let isFirst = true;
  const late = async (path: string, body: unknown) => {
    if (path === '/admin/import/line' && isFirst) {
      isFirst = false;
      moveClock(1);
      await imported(file);
    }
    return plain(path, body);
  };
  expect(await importRefusal(file, late)).toBe(over);
  moveClock(60 * HOUR_MS);
  await runSweeps(env, Date.now());
  expect(await historyRows()).toMatchObject([{ visit_id: 'of-before' }]);
  expect(await isThere()).toBe(true);
});

/** The same business as of another installation, whose ids are not known here. */
function foreign(file: string[], { location }: Place, id = 'f'): string[] {
  return refiled(file, (line) => line.replaceAll(location.id, id.repeat(64)));
}

test('an import takes no visit from an account that is there, be it over or in line', async () => {
  stopClock();
  const { file, place } = await aFile();
  const copied = foreign(
    refiled(file, (line) => line.replaceAll('blue-door', 'green-door').replaceAll('ada@', 'eve@')),
    place,
  );
  await imported(file);
  const here = 'The locations of this file are here already, at another account.';
  const withoutLine = refiled(copied, (line) => (line.includes('"kind":"rows"') ? null : line));
  expect(await importRefusal(withoutLine)).toBe(here);
  // Maya was called since: by now her visit is in the history.
  const owner = await loggedIn(place.owner);
  const [maya] = (await viewOf({ ...place, owner })).queue;
  await acted({ ...place, owner }, { customer: { id: maya?.id ?? '' } }, 'remove');
  await delivered(objectOf(place));
  const withoutHistory = refiled(copied, (line) => (line.includes('"kind":"history"') ? null : line));
  expect(await importRefusal(withoutHistory)).toBe(here);
  expect(await historyRows()).toMatchObject([{ visit_id: 'of-before' }, { visit_id: maya?.id }]);
});

test('of two imports in the very same millisecond the one whose visits were taken is refused', async () => {
  stopClock();
  const { file, place } = await aFile();
  const plain = posting(await newAdmin());
  const sentences: string[] = [];
  const twice = async (path: string, body: unknown) => {
    if (path === '/admin/import/finish') sentences.push(await importRefusal(foreign(file, place, 'e')));
    return plain(path, body);
  };
  await imported(foreign(file, place), twice);
  expect(sentences).toEqual(['Not all of the file has arrived. Please begin the import again.']);
  expect(await historyRows()).toMatchObject([{ visit_id: 'of-before' }]);
});

test('an import that begins while another is being finished leaves it its history, or ends it', async () => {
  stopClock();
  const { file } = await aFile();
  const cookie = await newAdmin();
  const plain = posting(cookie);
  let begin: ImportRequest | undefined;
  const late = async (path: string, body: unknown) => {
    if (path === '/admin/import') begin = importRequest.parse(body);
    if (path !== '/admin/import/finish') return plain(path, body);
    const erased = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    const afterErasing = beforeStatements(
      (sql) => sql.startsWith('delete from "visit_hours"'),
      async () => {
        erased.resolve();
        await finished.promise;
      },
    );
    let other: Promise<Response> | undefined;
    // What it brought was counted by then.
    const beforeLoading = beforeCalls('loadCopy', async () => {
      other = callWith(afterErasing, 'POST', '/admin/import', {
        cookie,
        body: { ...begin, importId: crypto.randomUUID() },
      });
      await Promise.race([erased.promise, other]);
    });
    const response = await callWith(beforeLoading, 'POST', path, { cookie, body });
    finished.resolve();
    expect((await other)?.status).toBe(200);
    if (!response.ok) throw new Refused(await response.text());
    return response.json();
  };
  expect(await importRefusal(file, late)).toBe(over);
  await imported(file);
  expect(await historyRows()).toMatchObject([{ visit_id: 'of-before' }]);
});

test('an account that is there keeps its history, whoever erases what was nobody’s when it was asked', async () => {
  stopClock();
  const { file, place } = await aFile();
  await imported(file);
  expect(await eraseHistory(env.DB, [place.location.id])).toBe(true);
  expect(await historyRows()).toMatchObject([{ visit_id: 'of-before' }]);
});

function withAGrant(file: string[]): string[] {
  const grant = { subscriptionId: 'sub_1', periodStart: 1, slot: 1, customerCredits: 1, smsCredits: 1 };
  const row = { ...grant, grantedAt: 1, fetch: 1, plan: 'Starter' };
  const line = JSON.stringify({ kind: 'grants', rows: [row] });
  return refiled([...file.slice(0, 2), line, ...file.slice(2)], (one) => one);
}

test.each(['visit_history', 'credit_grants'])(
  'an import of which %s goes elsewhere while its locations are filled is refused',
  async (table) => {
    const { file } = await aFile();
    const cookie = await newAdmin();
    const plain = posting(cookie);
    const late = beforeCalls('loadCopy', () => env.DB.exec(`delete from ${table}`));
    const refusal = await importRefusal(withAGrant(file), async (path, body) => {
      if (path !== '/admin/import/finish') return plain(path, body);
      const { status, text } = await readText(await callWith(late, 'POST', path, { cookie, body }));
      expect(status).toBe(409);
      throw new Refused(text);
    });
    expect(refusal).toBe('Not all of the file has arrived. Please begin the import again.');
    expect(await isThere()).toBe(false);
  },
);

test('the sweep of deletions never takes an import that is finished at the same moment', async () => {
  const begunAt = stopClock();
  const secondStep = { secret: 'A'.repeat(32), createdAt: 1, confirmedAt: 1, lastStep: 0 };
  const { importId } = await begun({ secondStep });
  const until = begunAt + 6 * HOUR_MS;
  let finished = 0;
  const late = beforeStatements(
    (sql) => sql.startsWith('update "businesses" set "deletion_tried_at"'),
    async () => {
      vi.setSystemTime(until - 1);
      const asked = { cookie: await newAdmin(), body: anEnd(importId, { secondStep }) };
      finished = (await call('POST', '/admin/import/finish', asked)).status;
      vi.setSystemTime(until);
    },
  );
  vi.setSystemTime(until);
  await runSweeps({ ...env, ...late }, until);
  expect(finished).toBe(200);
  const row = await env.DB.prepare(
    `select username, deletion_begun_at, deletion_tried_at, secret from businesses left join second_steps on business_id = id`,
  ).first();
  expect(row).toEqual({
    username: 'moved-door',
    deletion_begun_at: null,
    deletion_tried_at: null,
    secret: 'A'.repeat(32),
  });
});
