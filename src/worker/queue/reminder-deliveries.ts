/** Joins the reminders to the real world: their rows and the push services. */
import { log, reasonOf } from '../log.ts';
import { pushProvider } from '../messages/carriers.ts';
import type { PushReply } from '../messages/push-provider.ts';
import { turnNotification } from '../messages/turn-notification.ts';
import type { ReminderDeps } from './reminder-outbox.ts';
import { canBeReminded } from '../../shared/queue/rules/reminders.ts';
import { isTextWanted } from '../../shared/queue/rules/texts.ts';
import type { OwedReminder } from './store/reminders.ts';
import type { Store } from './store/store.ts';

export function reminderDeliveries(store: Store, ctx: DurableObjectState, env: Env): ReminderDeps {
  const { reminders, visits } = store;

  async function send(owed: OwedReminder): Promise<PushReply> {
    const provider = await pushProvider(env);
    const location = store.location?.read();
    const visit = visits.byId(owed.visitId);
    if (!location || visit === null) return { outcome: 'gone', reason: 'no_visit' };
    // The keys were taken out of the configuration since.
    if (provider === null) return { outcome: 'refused', reason: 'not_configured' };
    const leftMs = owed.expiresAt - Date.now();
    const { businessName, username } = location;
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
    settle: (owed) => store.transaction(() => reminders.settle(owed)),
    postpone: (owed, dueAt) => store.transaction(() => reminders.postpone(owed, dueAt)),
    forget: (owed) => store.transaction(() => reminders.drop(owed.visitId, owed.endpoint)),
    report: ({ attempts, reason }) =>
      log({ event: 'delivery_failed', locationId: ctx.id.toString(), kind: 'reminder', attempts, reason }),
  };
}

/** A push of the same topic replaces one that waits for the phone: at most 32 characters of base64url. */
function topicOf(visitId: string): string {
  return visitId.replaceAll('-', '');
}
