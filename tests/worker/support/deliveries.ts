/** Reads and delays the pending deliveries of a location's object. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { Handler } from '../../../src/worker/deliveries/engine.ts';
import { DatabaseHealth } from '../../../src/worker/location/deliveries/database-health.ts';
import { textHandler } from '../../../src/worker/location/deliveries/text-handler.ts';
import type { TextUpdate } from '../../../src/worker/location/executor.ts';
import type { VisitDelivery } from '../../../src/worker/location/store/delivery-rows.ts';
import { Broadcaster } from '../../../src/worker/location/broadcaster.ts';
import { Counter } from '../../../src/worker/location/counter.ts';
import { Executor } from '../../../src/worker/location/executor.ts';
import { Sockets } from '../../../src/worker/location/sockets.ts';
import { SqliteStorage } from '../../../src/worker/location/store/sqlite-storage.ts';
import { unlockKey } from '../../../src/worker/location/token-key.ts';
import { alarmUntil, type Location } from './queue-factories.ts';

export function pending(location: Location): Promise<{ kind: string; visit_id: string; due_at: number }[]> {
  return runInDurableObject(location(), (_, { storage }) =>
    storage.sql
      .exec<{ kind: string; visit_id: string; due_at: number }>(
        'SELECT kind, visit_id, due_at FROM delivery ORDER BY due_at, kind',
      )
      .toArray(),
  );
}

/** Runs the object's alarm until no delivery is due. */
export async function delivered(location: Location): Promise<void> {
  await alarmUntil(location, async () =>
    (await pending(location)).every(({ due_at }) => due_at > Date.now()),
  );
}

/** Runs `step` with the first pending text. The object then reads its rows again. */
export async function withTheText(
  location: Location,
  step: (handler: Handler<VisitDelivery, TextUpdate>, text: VisitDelivery) => unknown,
): Promise<void> {
  await runInDurableObject(location(), async (_, state) => {
    const storage = new SqliteStorage(state.id.toString(), state.storage);
    await unlockKey(env, storage);
    const broadcaster = new Broadcaster(new Sockets(state), storage);
    const executor = new Executor(storage, broadcaster, new Counter(env, storage.locationId), {
      prices: () => ({}),
      onChange: () => {},
    });
    const text = storage.deliveries.due('turn_text', Infinity, 10)[0];
    if (text === undefined) throw new Error('No text is pending');
    await step(textHandler(storage, executor, new DatabaseHealth(storage, executor), env), text);
  });
  await evictDurableObject(location());
}

/** Delays the text provider until `letGo` is called. `begun` returns the number of texts that have begun. */
export async function holdProvider(location: Location): Promise<{ begun: () => number; letGo: () => void }> {
  const { promise: gate, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  await runInDurableObject(location(), (queue) => {
    const db = queue['env'].DB;
    const prepare = db.prepare.bind(db);
    vi.spyOn(db, 'prepare').mockImplementation((sql) => {
      if (!sql.startsWith('insert into "development_messages"')) return prepare(sql);
      begun += 1;
      return late(prepare(sql), gate);
    });
  });
  return { begun: () => begun, letGo: resolve };
}

/**
 * Calls `before` before each of the object's batches whose last statement contains `words`. A rejection of `before`
 * fails the batch. `asked` returns the number of these batches, and `restore` ends the interception.
 */
export async function interceptBatches(
  location: Location,
  words: string,
  before: () => Promise<void>,
): Promise<{ asked: () => number; restore: () => void }> {
  let asked = 0;
  return runInDurableObject(location(), (queue) => {
    const db = queue['env'].DB;
    const [prepare, batch] = [db.prepare.bind(db), db.batch.bind(db)];
    let last = '';
    const preparing = vi.spyOn(db, 'prepare').mockImplementation((sql) => {
      last = sql;
      return prepare(sql);
    });
    const batching = vi.spyOn(db, 'batch').mockImplementation((statements) => {
      if (!last.includes(words)) return batch(statements);
      asked += 1;
      return before().then(() => batch(statements));
    });
    return {
      asked: () => asked,
      restore: () => {
        preparing.mockRestore();
        batching.mockRestore();
      },
    };
  });
}

/** The same statement, but it runs only after `gate` has resolved. */
export function late(statement: D1PreparedStatement, gate: Promise<void>): D1PreparedStatement {
  return new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') return (...values: unknown[]) => late(target.bind(...values), gate);
      if (name === 'run') return () => gate.then(() => target.run());
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
