import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { migrate, migrations } from '../../src/worker/queue/store/migrations.ts';
import { OutboxRows } from '../../src/worker/queue/store/outbox-rows.ts';
import { openLocation } from './queue-factories.ts';

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
    outbox.enqueue(anEntry);
    expect(outbox.dueEntries('turn_text', 1_000, 10)).toEqual([{ ...anEntry, sending: false, attempts: 0 }]);
    outbox.markSending('text-1');
    expect(outbox.dueEntries('turn_text', 1_000, 10)).toEqual([{ ...anEntry, sending: true, attempts: 0 }]);
    outbox.postpone('text-1', 5_000);
    expect(outbox.dueEntries('turn_text', 4_999, 10)).toEqual([]);
    expect(outbox.dueEntries('turn_text', 5_000, 10)).toEqual([
      { ...anEntry, dueAt: 5_000, sending: false, attempts: 1 },
    ]);
    expect(outbox.nextDue('turn_text')).toBe(5_000);
    outbox.drop('text-1');
    expect(outbox.nextDue('turn_text')).toBeNull();
  });
});

test('due entries come oldest first and no more than asked for', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), (_, { storage }) => {
    const outbox = new OutboxRows(storage);
    for (const dueAt of [3, 1, 2]) outbox.enqueue({ ...anEntry, id: `text-${dueAt}`, call: dueAt, dueAt });
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
