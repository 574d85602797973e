import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/worker/location/store/migrate.ts';
import { migrations } from '../../../src/worker/location/store/migrations.ts';
import { DeliveryRows } from '../../../src/worker/location/store/delivery-rows.ts';
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
    const deliveries = new DeliveryRows(storage);
    deliveries.enqueue(anEntry, 0);
    const fresh = { ...anEntry, state: 'queued', attempts: 0, unconfirmedAttempts: 0, begunAt: null };
    expect(deliveries.due('turn_text', 1_000, 10)).toEqual([fresh]);
    expect(deliveries.bodyHashOf('text-1')).toBeNull();
    deliveries.markSending('text-1', 'a hash of the body', 1_500);
    expect(deliveries.bodyHashOf('text-1')).toBe('a hash of the body');
    const begun = { ...fresh, state: 'sending', begunAt: 1_500 };
    expect(deliveries.due('turn_text', 1_000, 10)).toEqual([begun]);
    deliveries.postpone('text-1', 5_000);
    expect(deliveries.due('turn_text', 4_999, 10)).toEqual([]);
    expect(deliveries.due('turn_text', 5_000, 10)).toEqual([
      { ...begun, dueAt: 5_000, state: 'queued', attempts: 1 },
    ]);
    expect(deliveries.nextDue('turn_text')).toBe(5_000);
    deliveries.drop('text-1');
    expect(deliveries.nextDue('turn_text')).toBeNull();
  });
});

test('an unconfirmed text counts attempts without an answer and failed look-ups', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), (_, { storage }) => {
    const deliveries = new DeliveryRows(storage);
    deliveries.enqueue(anEntry, 0);
    deliveries.markUnconfirmed('text-1', 6_000);
    const unconfirmed = {
      ...anEntry,
      state: 'unconfirmed',
      attempts: 0,
      unconfirmedAttempts: 1,
      begunAt: null,
      dueAt: 6_000,
    };
    expect(deliveries.due('turn_text', 6_000, 10)).toEqual([unconfirmed]);
    deliveries.postpone('text-1', 7_000, 'unconfirmed');
    expect(deliveries.due('turn_text', 7_000, 10)).toEqual([{ ...unconfirmed, attempts: 1, dueAt: 7_000 }]);
  });
});

test('held texts are due when they may go out again, or at their own end, and never before they were', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), (_, { storage }) => {
    const deliveries = new DeliveryRows(storage);
    const texts: [id: string, dueAt: number, expiresAt: number | null][] = [
      ['waits', 1_000, 9_000],
      ['ends first', 1_000, 3_000],
      ['is over', 1_000, 2_000],
      ['never ends', 1_000, null],
      ['has its own time', 6_000, 9_000],
      ['unconfirmed', 1_000, 2_000],
    ];
    texts.forEach(([id, dueAt, expiresAt], n) =>
      deliveries.enqueue({ ...anEntry, id, call: n, dueAt, expiresAt }, 0),
    );
    deliveries.markUnconfirmed('unconfirmed', 1_500);
    deliveries.enqueue({ ...anEntry, id: 'history', kind: 'history' }, 0);
    deliveries.deferTexts(5_000, 2_000);
    const dueAt = (id: string) =>
      deliveries.due('turn_text', 9_000, 10).find((entry) => entry.id === id)?.dueAt;
    expect(texts.map(([id]) => [id, dueAt(id)])).toEqual([
      ['waits', 5_000],
      ['ends first', 3_000],
      ['is over', 1_000],
      ['never ends', 5_000],
      ['has its own time', 6_000],
      ['unconfirmed', 5_000],
    ]);
    expect(deliveries.nextDue('history')).toBe(1_000);
  });
});

test('of texts due at one time those come first that may have been received', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), (_, { storage }) => {
    const deliveries = new DeliveryRows(storage);
    for (const call of [1, 2]) deliveries.enqueue({ ...anEntry, id: `text-${call}`, call }, 0);
    deliveries.markUnconfirmed('text-2', anEntry.dueAt);
    expect(deliveries.due('turn_text', 9_000, 1).map(({ id }) => id)).toEqual(['text-2']);
  });
});

test('due deliveries come oldest first and no more than asked for', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), (_, { storage }) => {
    const deliveries = new DeliveryRows(storage);
    for (const dueAt of [3, 1, 2])
      deliveries.enqueue({ ...anEntry, id: `text-${dueAt}`, call: dueAt, dueAt }, 0);
    expect(deliveries.due('turn_text', 9, 2).map(({ id }) => id)).toEqual(['text-1', 'text-2']);
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
