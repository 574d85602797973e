/** Joins the reminders to the real world: their rows and the push services. */
import { log, reasonOf } from '../platform/log.ts';
import { pushProvider } from '../deliveries/carriers.ts';
import type { PushReply } from '../deliveries/push/push-provider.ts';
import { turnNotification } from '../deliveries/push/turn-notification.ts';
import type { ReminderDeps } from '../deliveries/reminder-outbox.ts';
import { canBeReminded } from '../../shared/queue/rules/reminders.ts';
import { isTextWanted } from '../../shared/queue/rules/texts.ts';
import type { PendingReminder } from '../deliveries/reminder-outbox.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

export function reminderDeliveries(storage: SqliteStorage, env: Env): ReminderDeps {
  const { reminders, visits } = storage;

  async function send(pending: PendingReminder): Promise<PushReply> {
    const provider = await pushProvider(env);
    const location = storage.location();
    const visit = visits.byId(pending.visitId);
    if (!location || visit === null) return { outcome: 'gone', reason: 'no_visit' };
    // The keys were taken out of the configuration since.
    if (provider === null) return { outcome: 'refused', reason: 'not_configured' };
    const leftMs = pending.expiresAt - Date.now();
    const { businessName, username } = location.profile;
    return provider.send({
      subscription: pending,
      payload: turnNotification({ businessName, username, language: visit.language, leftMs }),
      topic: topicOf(visit.id),
      leftMs,
    });
  }

  return {
    now: () => Date.now(),
    random: () => Math.random(),
    due: (now, limit) => reminders.due(now, limit),
    statusOf: ({ visitId, call }) => {
      const visit = visits.byId(visitId);
      if (visit === null || !canBeReminded(visit)) return 'over';
      return isTextWanted(visit, call) ? 'wanted' : 'not_wanted';
    },
    send: (pending) =>
      send(pending).catch((error: unknown) => ({ outcome: 'later', reason: reasonOf(error), afterMs: 0 })),
    finish: (pending) => storage.transaction(() => reminders.finish(pending)),
    postpone: (pending, dueAt) => storage.transaction(() => reminders.postpone(pending, dueAt)),
    unsubscribe: (pending) => storage.transaction(() => reminders.drop(pending.visitId, pending.endpoint)),
    report: ({ attempts, reason }) =>
      log({ event: 'delivery_failed', locationId: storage.locationId, kind: 'reminder', attempts, reason }),
  };
}

/** A push of the same topic replaces one that waits for the phone: at most 32 characters of base64url. */
function topicOf(visitId: string): string {
  return visitId.replaceAll('-', '');
}
