/**
 * Delivery of trial reminders: one mail three days before a trial ends, and one mail on the day of the end
 * (`docs/decisions/0043-mails.md`).
 */
import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { DAY_MS } from '../../../../shared/limits.ts';
import { database, type Database } from '../../../db/client.ts';
import { businesses, trialEnd } from '../../../db/schema/businesses.ts';
import { deliveries } from '../../../db/schema/deliveries.ts';
import type { StoredDelivery } from '../../../deliveries/d1-deliveries.ts';
import { drain } from '../../../deliveries/engine.ts';
import { mailCopyFor } from '../../../deliveries/mail/mail-copy.ts';
import { mailHandler, type AddressedMail } from '../../../deliveries/mail/mail-handler.ts';
import { checkedConfig } from '../../../platform/checked-config.ts';
import { firstTimezone, mailedAccount, ZONE_OF_NOBODY } from './mailed-account.ts';
import { isSameDay, trialEndsSoonMail, trialEndsTodayMail } from './trial-mails.ts';

const DAYS_BEFORE = 3;
/** If a trial ends early in the morning, the mail is sent on the evening before. */
const EVENING_BEFORE_MS = 6 * 3_600_000;
/**
 * The limit of reminders of each kind in one sweep, which allows 12,000 a day. If more reminders are due, some are sent
 * late.
 */
const REMINDERS_MAX = 500;

/** When each reminder may be sent, as time before the end of the trial. */
const times = {
  on_the_day: { fromMs: DAY_MS, untilMs: 0 },
  days_before: { fromMs: DAYS_BEFORE * DAY_MS, untilMs: DAY_MS },
} as const;
type Reminder = keyof typeof times;

const trialMailPayload = z.object({ reminder: z.enum(['on_the_day', 'days_before']) });

/**
 * Sweep of trial reminders. One call handles a limited number of reminders. Idempotent. The reminder that is due three
 * days before the end is not sent in the last 24 hours of a trial. If the mail provider does not answer, the next run
 * sends the remaining reminders.
 */
export async function sweepTrialReminders(env: Env, now: number): Promise<void> {
  const checked = checkedConfig(env);
  if (!checked.ok) return;
  const { origin } = checked.config;
  const db = database(env);
  await enqueueReminders(db, 'on_the_day', now);
  await enqueueReminders(db, 'days_before', now);
  const handler = mailHandler(
    env,
    {
      kind: 'trial_mail',
      logKind: 'trial_end',
      guarantee: 'at_most_once',
      compose: (entry) => compose(db, entry, { origin, now }),
    },
    now,
  );
  await drain(handler, 2 * REMINDERS_MAX);
}

async function enqueueReminders(db: Database, reminder: Reminder, now: number): Promise<void> {
  const { untilMs } = times[reminder];
  const trials = await endingTrials(db, reminder, now);
  const due = trials.filter((trial) => reminder !== 'on_the_day' || isTheDay(trial, now));
  if (due.length === 0) return;
  const ids = JSON.stringify(due.map(({ businessId }) => businessId));
  await db.run(sql`insert into deliveries (id, kind, business_id, payload, due_at, expires_at, queued_at)
    select ${reminder} || '-' || id, 'trial_mail', id, json_object('reminder', ${reminder}), ${now},
      ${trialEnd} - ${untilMs}, ${now}
    from businesses
    where id in (select value from json_each(${ids})) and trial = 1 and deletion_begun_at is null
    on conflict do nothing`);
}

type EndingTrial = { businessId: string; endsAt: number; timezone: string | null };

/** Returns the accounts for which this reminder is due and was not yet enqueued, the earliest end of a trial first. */
function endingTrials(db: Database, reminder: Reminder, now: number): Promise<EndingTrial[]> {
  const { fromMs, untilMs } = times[reminder];
  return db
    .select({ businessId: businesses.id, endsAt: sql<number>`${trialEnd}`, timezone: firstTimezone })
    .from(businesses)
    .where(
      and(
        sql`trial = 1 and deletion_begun_at is null`,
        sql`${trialEnd} > ${now + untilMs} and ${trialEnd} <= ${now + fromMs}`,
        sql`not exists (select 1 from deliveries where deliveries.id = ${reminder} || '-' || businesses.id)`,
      ),
    )
    .orderBy(trialEnd)
    .limit(REMINDERS_MAX);
}

function isTheDay({ endsAt, timezone }: EndingTrial, now: number): boolean {
  return endsAt - now <= EVENING_BEFORE_MS || isSameDay(endsAt, now, timezone ?? ZONE_OF_NOBODY);
}

/** Writes the mail. Returns null if the account is no longer on trial, or if the end of the trial has changed. */
async function compose(
  db: Database,
  { businessId, payload, expiresAt }: StoredDelivery,
  { origin, now }: { origin: string; now: number },
): Promise<AddressedMail | null> {
  const { reminder } = trialMailPayload.parse(JSON.parse(payload));
  const account = businessId === null ? null : await mailedAccount(db, businessId);
  if (account === null || account.trialEndsAt === null) return null;
  const { email: to, timezone, trialEndsAt: endsAt } = account;
  if (endsAt - times[reminder].untilMs !== expiresAt) return null;
  const write = reminder === 'on_the_day' ? trialEndsTodayMail : trialEndsSoonMail;
  return { to, mail: write(origin, { endsAt, now, timezone }, await mailCopyFor(account.language)) };
}

/** Query: the reminders that were sent to an account, or may have been sent. */
export function remindersHad(db: Database, businessId: string) {
  return db
    .select({ reminder: sql<Reminder>`payload ->> 'reminder'` })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.businessId, businessId),
        eq(deliveries.kind, 'trial_mail'),
        or(ne(deliveries.state, 'queued'), isNotNull(deliveries.doneAt)),
      ),
    );
}

/** Statement: records that an account got this reminder. */
export function recordReminderHad(db: Database, businessId: string, reminder: Reminder, now: number) {
  const payload: z.infer<typeof trialMailPayload> = { reminder };
  return db.insert(deliveries).values({
    id: `${reminder}-${businessId}`,
    kind: 'trial_mail',
    businessId,
    payload: JSON.stringify(payload),
    dueAt: now,
    queuedAt: now,
    doneAt: now,
  });
}
