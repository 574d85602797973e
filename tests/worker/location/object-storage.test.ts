import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/worker/location/store/migrations.ts';
import { OutboxRows } from '../../../src/worker/location/store/outbox-rows.ts';
import { openLocation } from '../support/queue-factories.ts';

const anEntry = {
  id: 'text-1',
  kind: 'turn_text',
  visitId: 'visit',
  call: 1,
  payload: '{}',
  dueAt: 1_000,
  expiresAt: 9_000,
} as const;

test('a postponed text is no longer being sent, counts one more attempt and is due later', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), (_, { storage }) => {
    const outbox = new OutboxRows(storage);
    outbox.enqueue(anEntry, 0);
    const fresh = { ...anEntry, phase: 'queued', attempts: 0, unconfirmedAttempts: 0, begunAt: null };
    expect(outbox.dueEntries('turn_text', 1_000, 10)).toEqual([fresh]);
    expect(outbox.wordsOf('text-1')).toBeNull();
    outbox.markSending('text-1', 'a hash of words', 1_500);
    expect(outbox.wordsOf('text-1')).toBe('a hash of words');
    const begun = { ...fresh, phase: 'sending', begunAt: 1_500 };
    expect(outbox.dueEntries('turn_text', 1_000, 10)).toEqual([begun]);
    outbox.postpone('text-1', 5_000);
    expect(outbox.dueEntries('turn_text', 4_999, 10)).toEqual([]);
    expect(outbox.dueEntries('turn_text', 5_000, 10)).toEqual([
      { ...begun, dueAt: 5_000, phase: 'queued', attempts: 1 },
    ]);
    expect(outbox.nextDue('turn_text')).toBe(5_000);
    outbox.drop('text-1');
    expect(outbox.nextDue('turn_text')).toBeNull();
  });
});

test('a text in doubt counts its doubts, and how often it was asked for in vain', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), (_, { storage }) => {
    const outbox = new OutboxRows(storage);
    outbox.enqueue(anEntry, 0);
    outbox.markUnconfirmed('text-1', 6_000);
    const doubted = {
      ...anEntry,
      phase: 'unknown',
      attempts: 0,
      unconfirmedAttempts: 1,
      begunAt: null,
      dueAt: 6_000,
    };
    expect(outbox.dueEntries('turn_text', 6_000, 10)).toEqual([doubted]);
    outbox.scheduleReconcile('text-1', 7_000);
    expect(outbox.dueEntries('turn_text', 7_000, 10)).toEqual([{ ...doubted, attempts: 1, dueAt: 7_000 }]);
  });
});

test('held texts are due when they may go out again, or at their own end, and never before they were', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), (_, { storage }) => {
    const outbox = new OutboxRows(storage);
    const texts: [id: string, dueAt: number, expiresAt: number | null][] = [
      ['waits', 1_000, 9_000],
      ['ends first', 1_000, 3_000],
      ['is over', 1_000, 2_000],
      ['never ends', 1_000, null],
      ['has its own time', 6_000, 9_000],
      ['doubted', 1_000, 2_000],
    ];
    texts.forEach(([id, dueAt, expiresAt], n) =>
      outbox.enqueue({ ...anEntry, id, call: n, dueAt, expiresAt }, 0),
    );
    outbox.markUnconfirmed('doubted', 1_500);
    outbox.enqueue({ ...anEntry, id: 'history', kind: 'history' }, 0);
    outbox.deferTexts(5_000, 2_000);
    const dueAt = (id: string) =>
      outbox.dueEntries('turn_text', 9_000, 10).find((entry) => entry.id === id)?.dueAt;
    expect(texts.map(([id]) => [id, dueAt(id)])).toEqual([
      ['waits', 5_000],
      ['ends first', 3_000],
      ['is over', 1_000],
      ['never ends', 5_000],
      ['has its own time', 6_000],
      ['doubted', 5_000],
    ]);
    expect(outbox.nextDue('history')).toBe(1_000);
  });
});

test('of texts due at one time those come first that are only asked for', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), (_, { storage }) => {
    const outbox = new OutboxRows(storage);
    for (const call of [1, 2]) outbox.enqueue({ ...anEntry, id: `text-${call}`, call }, 0);
    outbox.markUnconfirmed('text-2', anEntry.dueAt);
    expect(outbox.dueEntries('turn_text', 9_000, 1).map(({ id }) => id)).toEqual(['text-2']);
  });
});

test('due entries come oldest first and no more than asked for', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), (_, { storage }) => {
    const outbox = new OutboxRows(storage);
    for (const dueAt of [3, 1, 2]) outbox.enqueue({ ...anEntry, id: `text-${dueAt}`, call: dueAt, dueAt }, 0);
    expect(outbox.dueEntries('turn_text', 9, 2).map(({ id }) => id)).toEqual(['text-1', 'text-2']);
  });
});

test('the object’s schema grows from every older step to the same end, and again changes nothing', async () => {
  const schemaOf = (storage: DurableObjectStorage) =>
    storage.sql
      .exec(`SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name`)
      .toArray();
  const fresh = await runInDurableObject((await openLocation())(), (_, { storage }) => schemaOf(storage));
  for (let step = 0; step <= migrations.length; step += 1) {
    const older = env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.newUniqueId());
    await runInDurableObject(older, (_, { storage }) => {
      migrate(storage, migrations.slice(0, step));
      migrate(storage);
      migrate(storage);
      expect(schemaOf(storage), `from step ${step}`).toEqual(fresh);
    });
  }
});
