/** What a location's object owes to the world, looked at and held back. */
import { runInDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';
import { alarmUntil, type Location } from './queue-factories.ts';

/** What waits in the object's outbox. */
export function owed(location: Location): Promise<{ kind: string; visit_id: string; due_at: number }[]> {
  return runInDurableObject(location(), (_, { storage }) =>
    storage.sql
      .exec<{ kind: string; visit_id: string; due_at: number }>(
        'SELECT kind, visit_id, due_at FROM outbox ORDER BY due_at, kind',
      )
      .toArray(),
  );
}

/** Lets the object deliver until nothing is owed that is due by now. */
export async function delivered(location: Location): Promise<void> {
  await alarmUntil(location, async () => (await owed(location)).every(({ due_at }) => due_at > Date.now()));
}

/** The text provider answers nobody until `letGo` is called. `begun` counts the texts it was given meanwhile. */
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

function late(statement: D1PreparedStatement, gate: Promise<void>): D1PreparedStatement {
  return new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') return (...values: unknown[]) => late(target.bind(...values), gate);
      if (name === 'run') return () => gate.then(() => target.run());
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
