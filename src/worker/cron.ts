/** The hourly sweeps (`wrangler.toml`). Each sweep is bounded and idempotent, and may run late or be interrupted. */
import { finishDeletions } from './features/account/delete-account.ts';
import { sweepIdleAccounts } from './features/account/idle-accounts.ts';
import { sweepExpiredProofs } from './features/account/session/expired-proofs.ts';
import { sweepUndo } from './features/account/undo-sweep.ts';
import { wholeConfig } from './platform/checked-config.ts';
import { log, reasonOf } from './platform/log.ts';
import { recordMetric } from './platform/metrics.ts';
import { runInLogContext, newTraceId } from './platform/log-context.ts';
import { sweepBilling } from './features/billing/sweep.ts';
import { sendBillingMails } from './features/billing/mails/billing-mail-delivery.ts';
import { sweepFormMails, sweepFormMessages } from './features/forms/sweep.ts';
import { sweepAskedActs } from './features/operator/asked-acts.ts';
import { sweepPeople } from './features/locations/retention-sweep.ts';
import { sweepTrialReminders } from './features/billing/mails/trial-reminder-delivery.ts';

type Sweep = (env: Env, now: number) => Promise<void>;

const sweeps = {
  deletions: finishDeletions,
  undo: sweepUndo,
  people: sweepPeople,
  expired_proofs: sweepExpiredProofs,
  idle_accounts: sweepIdleAccounts,
  asked_acts: sweepAskedActs,
  form_messages: sweepFormMessages,
  // The next four sweeps come last, because these sweeps wait for other services.
  billing: sweepBilling,
  billing_mails: sendBillingMails,
  form_mails: sweepFormMails,
  trial_reminders: sweepTrialReminders,
} as const satisfies Record<string, Sweep>;

/**
 * Runs the sweeps one after the other. If a sweep fails, the next sweep still runs, and the failed sweep runs again in
 * an hour. No sweep runs in maintenance, because a restore of the database cannot undo the mails and payments of a
 * sweep. `more`: sweeps of the development entry.
 */
export function runSweeps(env: Env, now: number, more: Record<string, Sweep> = {}): Promise<void> {
  return runInLogContext({ cronId: newTraceId() }, async () => {
    const checked = await wholeConfig(env);
    if (checked.ok && checked.config.inMaintenance) {
      log({ event: 'sweeps_skipped' });
      return;
    }
    for (const [sweep, run] of Object.entries({ ...sweeps, ...more })) {
      const begunAt = Date.now();
      try {
        await run(env, now);
      } catch (error) {
        log({ event: 'sweep_failed', sweep, reason: reasonOf(error) });
      }
      recordMetric(env, { event: 'swept', sweep, tookMs: Date.now() - begunAt });
    }
  });
}
