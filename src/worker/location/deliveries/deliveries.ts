/** Sends the object's pending deliveries. Each function of `drains` sends the due deliveries of one kind. */
import { drain, drainTogether } from '../../deliveries/engine.ts';
import type { Executor } from '../executor.ts';
import type { DeliveryKind } from '../store/delivery-rows.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';
import { DatabaseHealth } from './database-health.ts';
import { historyHandler } from './history-handler.ts';
import { reminderHandler } from './reminder-handler.ts';
import { textHandler } from './text-handler.ts';

export type Drains = Readonly<Record<DeliveryKind, () => Promise<void>>>;

export function drains(storage: SqliteStorage, executor: Executor, env: Env): Drains {
  const database = new DatabaseHealth(storage, executor);
  const texts = textHandler(storage, executor, database, env);
  const history = historyHandler(storage, database, env);
  const reminders = reminderHandler(storage, env);
  return {
    turn_text: () => drain(texts),
    history: () => drainTogether(history),
    reminder: () => drain(reminders),
  };
}
