/** A mail three days before a trial ends, and one on the day, once each. */
import { DAY_MS } from '../../../../shared/limits.ts';
import { checkedConfig } from '../../../platform/checked-config.ts';
import {
  beginReminder,
  endingTrials,
  endReminder,
  resetReminder,
  type EndingTrial,
  type ReminderKind,
} from './trial-reminder-rows.ts';
import { log } from '../../../platform/log.ts';
import { emailProvider } from '../../../deliveries/carriers.ts';
import { sendMail } from '../../../deliveries/mail/send-mail.ts';
import { isSameDay, trialEndsSoonMail, trialEndsTodayMail } from './trial-mails.ts';

const DAYS_BEFORE = 3;
/** A trial that ends early in the morning is spoken of the evening before. */
const EVENING_BEFORE_MS = 6 * 3_600_000;
/** Of one kind in one sweep: 12,000 a day. Of more, the last are told late. */
const REMINDERS_MAX = 500;
/** A carrier that leaves so many mails open in one sweep is away. */
const UNKNOWN_MAX = 3;
/** Carriers that know a repeat by its id know it for 24 hours. */
const REPEATABLE_MS = 23 * 3_600_000;

/** How the days of an account without a location are reckoned. */
const ZONE_OF_NOBODY = 'UTC';

type Moment = { origin: string; now: number };

const kinds = [
  { kind: 'on_the_day', after: 0, until: DAY_MS },
  { kind: 'days_before', after: DAY_MS, until: DAYS_BEFORE * DAY_MS },
] as const;

/**
 * Bounded, and harmless when it is repeated, late or cut off. A reminder is noted before its mail is handed over: what was
 * begun and not ended is sent again only where the carrier knows the repeat by its id, else given up and logged. Nobody
 * gets the first one within the last day. While the carrier is away the sweep waits for the next hour.
 */
export async function sweepTrialReminders(env: Env, now: number): Promise<void> {
  const checked = checkedConfig(env);
  if (!checked.ok) return;
  const moment = { origin: checked.config.origin, now };
  let unknown = 0;
  for (const { kind, after, until } of kinds) {
    const which = { after: now + after, until: now + until, now, limit: REMINDERS_MAX };
    for (const trial of await endingTrials(env.DB, kind, which)) {
      if (kind === 'on_the_day' && !isTheDay(trial, now)) continue;
      const outcome = await remind(env, kind, trial, moment);
      if (outcome === 'unknown') unknown += 1;
      if (outcome === 'later' || unknown === UNKNOWN_MAX) return;
    }
  }
}

function isTheDay({ endsAt, timezone }: EndingTrial, now: number): boolean {
  return endsAt - now <= EVENING_BEFORE_MS || isSameDay(endsAt, now, timezone ?? ZONE_OF_NOBODY);
}

async function remind(
  env: Env,
  kind: ReminderKind,
  trial: EndingTrial,
  { origin, now }: Moment,
): Promise<Awaited<ReturnType<typeof sendMail>> | 'not_mine' | 'given_up'> {
  const { businessId, email, endsAt } = trial;
  const firstTriedAt = await beginReminder(env.DB, businessId, kind, now);
  if (firstTriedAt === null) return 'not_mine';
  const { isRepeatable } = emailProvider(env);
  const isFirst = firstTriedAt === now;
  if (!isFirst && !(isRepeatable && now - firstTriedAt < REPEATABLE_MS)) {
    log({ event: 'mail_not_sent', kind: 'trial_end', outcome: 'given_up', reason: 'may_be_out' });
    await endReminder(env.DB, businessId, kind, now);
    return 'given_up';
  }
  const write = kind === 'on_the_day' ? trialEndsTodayMail : trialEndsSoonMail;
  const mail = write(origin, { endsAt, now, timezone: trial.timezone ?? ZONE_OF_NOBODY });
  const outcome = await sendMail(env, 'trial_end', email, mail, `${kind}-${businessId}`);
  if (outcome === 'later' && isFirst) await resetReminder(env.DB, businessId, kind);
  const isOpen = outcome === 'later' || (outcome === 'unknown' && isRepeatable);
  if (!isOpen) await endReminder(env.DB, businessId, kind, now);
  return outcome;
}
