/** Delivery handler for the history of visits: writes rows to D1 in batches. */
import type { BatchHandler } from '../../deliveries/engine.ts';
import { writeVisitHistory } from '../../deliveries/history/visit-history.ts';
import type { VisitDelivery } from '../store/delivery-rows.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';
import { clock, logFailure, timed } from './attempts.ts';
import type { DatabaseHealth } from './database-health.ts';
import { historyPayload } from './payloads.ts';

export function historyHandler(
  storage: SqliteStorage,
  database: DatabaseHealth,
  env: Env,
): BatchHandler<VisitDelivery> {
  const { deliveries, locationId } = storage;
  const each = (entries: VisitDelivery[], write: (id: string) => void) =>
    storage.transaction(() => entries.forEach(({ id }) => write(id)));
  return {
    clock,
    due: (now, limit) => deliveries.due('history', now, limit),
    send: async (entries) => {
      const rows = entries.map(({ payload }) => historyPayload.parse(JSON.parse(payload)));
      try {
        await timed(writeVisitHistory(env.DB, rows));
      } catch (error) {
        database.failed('history', error);
        throw error;
      }
      database.answered();
    },
    finish: (entries) => each(entries, (id) => deliveries.drop(id)),
    postpone: (entries, dueAt) => each(entries, (id) => deliveries.postpone(id, dueAt)),
    report: (attempts, reason) => logFailure(locationId, { kind: 'history', attempts }, reason),
  };
}
