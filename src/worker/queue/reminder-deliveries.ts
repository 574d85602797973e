/** Joins the reminders to the real world: their rows and the push services. */
import { log, reasonOf } from '../log.ts';
import { pushProvider } from '../messages/carriers.ts';
import type { PushReply } from '../messages/push-provider.ts';
import { turnNotification } from '../messages/turn-notification.ts';
import type { ReminderDeps } from './reminder-outbox.ts';
import { canBeReminded } from '../../shared/queue/rules/reminders.ts';
import { isTextWanted } from '../../shared/queue/rules/texts.ts';
import type { OwedReminder } from './store/reminders.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

export function reminderDeliveries(storage: SqliteStorage, env: Env): ReminderDeps {
  const { reminders, visits } = storage;

  async function send(owed: OwedReminder): Promise<PushReply> {
    const provider = await pushProvider(env);
    const location = storage.location();
    const visit = visits.byId(owed.visitId);
    if (!location || visit === null) return { outcome: 'gone', reason: 'no_visit' };
    // The keys were taken out of the configuration since.
    if (provider === null) return { outcome: 'refused', reason: 'not_configured' };
    const leftMs = owed.expiresAt - Date.now();
    const { businessName, username } = location.profile;
    return provider.send({
      subscription: owed,
      payload: turnNotification({ businessName, username, language: visit.language, leftMs }),
      topic: topicOf(visit.id),
      leftMs,
    });
  }

  return {
    now: () => Date.now(),
    random: () => Math.random(),
    due: (now, limit) => reminders.due(now, limit),
    standing: ({ visitId, call }) => {
      const visit = visits.byId(visitId);
      if (visit === null || !canBeReminded(visit)) return 'over';
      return isTextWanted(visit, call) ? 'wanted' : 'not_wanted';
    },
    send: (owed) =>
      send(owed).catch((error: unknown) => ({ outcome: 'later', reason: reasonOf(error), afterMs: 0 })),
    settle: (owed) => storage.transaction(() => reminders.settle(owed)),
    postpone: (owed, dueAt) => storage.transaction(() => reminders.postpone(owed, dueAt)),
    forget: (owed) => storage.transaction(() => reminders.drop(owed.visitId, owed.endpoint)),
    report: ({ attempts, reason }) =>
      log({ event: 'delivery_failed', locationId: storage.locationId, kind: 'reminder', attempts, reason }),
  };
}

/** A push of the same topic replaces one that waits for the phone: at most 32 characters of base64url. */
function topicOf(visitId: string): string {
  return visitId.replaceAll('-', '');
}
