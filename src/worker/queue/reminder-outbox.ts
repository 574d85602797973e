/**
 * Sends the reminders that are due. Like `outbox.ts` it takes all it needs as an argument. A reminder that is sent twice
 * replaces itself on the phone and costs nothing, so that one whose answer never came is sent again, which a text is not.
 */
import type { PushReply } from '../messages/push-provider.ts';
import { retryDelayMs } from './outbox.ts';
import type { OwedReminder } from './store/reminders.ts';

export type ReminderDeps = {
  now: () => number;
  /** A number from 0 up to 1, to spread retries. */
  random: () => number;
  due: (now: number, limit: number) => OwedReminder[];
  /** Whether its call still stands. `over`: the visit cannot be called any more. */
  standing: (owed: OwedReminder) => 'wanted' | 'not_wanted' | 'over';
  send: (owed: OwedReminder) => Promise<PushReply>;
  /** Nothing is owed for this call any more; the subscription stays. */
  settle: (owed: OwedReminder) => void;
  postpone: (owed: OwedReminder, dueAt: number) => void;
  /** The subscription is erased. */
  forget: (owed: OwedReminder) => void;
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
    for (let owed = left.shift(); owed !== undefined; owed = left.shift()) await remind(deps, owed);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}

async function remind(deps: ReminderDeps, owed: OwedReminder): Promise<void> {
  const standing = deps.standing(owed);
  if (standing === 'over') return deps.forget(owed);
  if (standing === 'not_wanted' || deps.now() >= owed.expiresAt) return deps.settle(owed);
  const reply = await deps.send(owed);
  if (reply.outcome === 'sent') return deps.settle(owed);
  deps.report({ attempts: owed.attempts, reason: reply.reason });
  if (reply.outcome === 'gone') return deps.forget(owed);
  if (reply.outcome === 'refused') return deps.settle(owed);
  const dueAt = deps.now() + Math.max(reply.afterMs, retryDelayMs(owed.attempts, deps.random()));
  if (dueAt >= owed.expiresAt) return deps.settle(owed);
  deps.postpone(owed, dueAt);
}
