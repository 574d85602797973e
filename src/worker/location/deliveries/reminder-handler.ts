/**
 * Delivery handler for reminders by web push. If the push service did not confirm a reminder, the reminder is sent
 * again. This does no harm, because the second notification replaces the first on the phone.
 */
import { canBeReminded } from '../../../shared/queue/rules/texts/reminders.ts';
import { isTextWanted } from '../../../shared/queue/rules/texts/texts.ts';
import { pushProvider } from '../../deliveries/carriers.ts';
import type { Handler } from '../../deliveries/engine.ts';
import type { PushResult } from '../../deliveries/push/push-provider.ts';
import { turnNotification } from '../../deliveries/push/turn-notification.ts';
import type { VisitDelivery } from '../store/delivery-rows.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';
import { clock, logFailure } from './attempts.ts';
import { reminderPayload } from './payloads.ts';

/** The number of parallel calls, below the platform's limit of six. */
const REMINDERS_AT_A_TIME = 5;

export function reminderHandler(
  storage: SqliteStorage,
  env: Env,
): Handler<VisitDelivery, 'sent' | 'refused' | 'gone'> {
  const { deliveries, reminderSubscriptions, visits } = storage;

  /** Ends the delivery. Deletes the subscription if `isGone` or if the visit can no longer be called. */
  function end(entry: VisitDelivery, isGone = false): void {
    const visit = visits.byId(entry.visitId);
    storage.transaction(() => {
      deliveries.drop(entry.id);
      if (isGone || visit === null || !canBeReminded(visit))
        reminderSubscriptions.delete(entry.visitId, subscriptionOf(entry));
    });
  }

  async function push(entry: VisitDelivery): Promise<PushResult> {
    const provider = await pushProvider(env);
    const location = storage.location();
    const visit = visits.byId(entry.visitId);
    const subscription = reminderSubscriptions.byNumber(entry.visitId, subscriptionOf(entry));
    if (!location || visit === null || subscription === null) return { outcome: 'gone', reason: 'no_visit' };
    // There is no provider if the keys were removed from the configuration after the browser subscribed.
    if (provider === null) return { outcome: 'refused', reason: 'not_configured' };
    const leftMs = (entry.expiresAt ?? 0) - Date.now();
    const { businessName, username } = location.profile;
    return provider.send({
      subscription,
      payload: turnNotification({ businessName, username, language: visit.language, leftMs }),
      topic: topicOf(visit.id),
      leftMs,
    });
  }

  return {
    clock,
    lanes: REMINDERS_AT_A_TIME,
    due: (now, limit) => deliveries.due('reminder', now, limit),
    isPending: (entry) => deliveries.has(entry.id),
    begin: async (entry) => {
      const visit = visits.byId(entry.visitId);
      const isSubscribed = reminderSubscriptions.byNumber(entry.visitId, subscriptionOf(entry)) !== null;
      if (visit !== null && isSubscribed && isTextWanted(visit, entry.call)) return entry;
      end(entry);
      return null;
    },
    send: async (entry) => {
      const result = await push(entry);
      if (result.outcome === 'later') return result;
      return {
        outcome: 'answered',
        result: result.outcome,
        ...('reason' in result && { reason: result.reason }),
      };
    },
    unconfirmed: { mayRepeat: () => true },
    finish: (entry, result) => end(entry, result === 'gone'),
    giveUp: (entry) => end(entry),
    postpone: (entry, dueAt) => storage.transaction(() => deliveries.postpone(entry.id, dueAt)),
    markUnconfirmed: (entry, dueAt) => storage.transaction(() => deliveries.postpone(entry.id, dueAt)),
    report: (entry, reason) => logFailure(storage.locationId, entry, reason),
  };
}

function subscriptionOf({ payload }: VisitDelivery): number {
  return reminderPayload.parse(JSON.parse(payload)).subscription;
}

/**
 * The topic of a visit's push messages. A later message replaces a pending message with the same topic. A topic may
 * have at most 32 characters of base64url.
 */
function topicOf(visitId: string): string {
  return visitId.replaceAll('-', '');
}
