/**
 * Sends the reminders that are due. Like `outbox.ts` it takes all it needs as an argument. A reminder that is sent twice
 * replaces itself on the phone and costs nothing, so that one whose answer never came is sent again, which a text is not.
 */
import type { PushReply } from './push/push-provider.ts';
import { retryDelayMs } from './outbox.ts';
import type { PushSubscriptionKeys } from '../../shared/contracts/reminder.ts';

/** A reminder that is due, for one browser. */
export type PendingReminder = PushSubscriptionKeys & {
  visitId: string;
  /** Which of the visit's calls it is for. */
  call: number;
  attempts: number;
  /** Epoch milliseconds: after the hold it is worth nothing. */
  expiresAt: number;
};

export type ReminderDeps = {
  now: () => number;
  /** A number from 0 up to 1, to spread retries. */
  random: () => number;
  due: (now: number, limit: number) => PendingReminder[];
  /** Whether its call still stands. `over`: the visit cannot be called any more. */
  statusOf: (pending: PendingReminder) => 'wanted' | 'not_wanted' | 'over';
  send: (pending: PendingReminder) => Promise<PushReply>;
  /** Nothing is owed for this call any more; the subscription stays. */
  finish: (pending: PendingReminder) => void;
  postpone: (pending: PendingReminder, dueAt: number) => void;
  /** The subscription is erased. */
  unsubscribe: (pending: PendingReminder) => void;
  /** Told of every failure: nothing fails in silence. */
  report: (failure: { attempts: number; reason: string }) => void;
};

/** Entries taken in one go, and how many are sent at a time: the platform allows six calls. */
const BATCH = 50;
const AT_A_TIME = 5;

/** Sends what is due now. What fails comes due again later, as long as the hold runs; the caller arms the alarm. */
export async function drainReminders(deps: ReminderDeps): Promise<void> {
  const left = deps.due(deps.now(), BATCH);
  const lane = async () => {
    for (let pending = left.shift(); pending !== undefined; pending = left.shift())
      await remind(deps, pending);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}

async function remind(deps: ReminderDeps, pending: PendingReminder): Promise<void> {
  const status = deps.statusOf(pending);
  if (status === 'over') return deps.unsubscribe(pending);
  if (status === 'not_wanted' || deps.now() >= pending.expiresAt) return deps.finish(pending);
  const reply = await deps.send(pending);
  if (reply.outcome === 'sent') return deps.finish(pending);
  deps.report({ attempts: pending.attempts, reason: reply.reason });
  if (reply.outcome === 'gone') return deps.unsubscribe(pending);
  if (reply.outcome === 'refused') return deps.finish(pending);
  const dueAt = deps.now() + Math.max(reply.afterMs, retryDelayMs(pending.attempts, deps.random()));
  if (dueAt >= pending.expiresAt) return deps.finish(pending);
  deps.postpone(pending, dueAt);
}
