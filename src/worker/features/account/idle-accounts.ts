/**
 * Deletion of idle accounts. After 11 months without any log-in, visit, live subscription or credits from us, the owner
 * gets a mail. One month after the mail, the account is deleted if it is still unused
 * (`docs/decisions/0034-forgetting-guests.md`).
 */
import { and, eq, exists, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { IDLE_ACCOUNT_MS, IDLE_NOTICE_MS } from '../../../shared/limits.ts';
import { database, type Database } from '../../db/client.ts';
import { businesses, memberships } from '../../db/schema/businesses.ts';
import { users } from '../../db/schema/users.ts';
import { mailPerson } from '../../deliveries/mail/send-mail.ts';
import { isOwnership } from '../../identity/accounts.ts';
import { userColumns } from '../../identity/users.ts';
import { checkedConfig } from '../../platform/checked-config.ts';
import { firstTimezone, ZONE_OF_NOBODY } from '../billing/mails/mailed-account.ts';
import { idleAccountMail } from './account-mails.ts';
import { deleteByUs, mailDeleted } from './delete-account.ts';

/** The highest number of accounts that each step of one sweep handles. The next run handles the remaining accounts. */
const ACCOUNTS_A_SWEEP = 20;

/**
 * The last use of an account is the latest of these times: a log-in, a use of a session for this business, credits from
 * us, the end of a paid period, and a guest's visit.
 */
const lastUse = sql<number>`max(
  coalesce(${users.loggedInAt}, ${users.createdAt}),
  coalesce((select max(s.last_used_at) from memberships m join sessions s on s.user_id = m.user_id
    where m.business_id = ${businesses.id} and
      (s.business_id = ${businesses.id} or s.business_id is null and m.role = 'owner')), 0),
  coalesce((select max(c.at) from admin_changes c where c.business_id = ${businesses.id}), 0),
  coalesce((select max(s.period_end) from subscriptions s where s.business_id = ${businesses.id}), 0),
  coalesce((select max((select max(h.joined_at) from visit_history h where h.location_id = l.id))
    from locations l where l.business_id = ${businesses.id}), 0))`;

const isPaid = sql`exists (
  select 1 from subscriptions s where s.business_id = ${businesses.id} and s.status <> 'canceled')`;

/**
 * Condition: nobody has used the account after `since`. The first part of the condition uses an index, and is false for
 * nearly all accounts.
 */
function isIdleSince(since: number): SQL {
  return sql`(${or(lte(users.loggedInAt, since), isNull(users.loggedInAt)) ?? sql`true`}
    and ${lastUse} <= ${since} and not ${isPaid})`;
}

/**
 * Sweep: mails the owners of idle accounts, deletes accounts whose day of deletion has come, and clears the day of
 * deletion of accounts that are used again.
 */
export async function sweepIdleAccounts(env: Env, now: number): Promise<void> {
  const checked = checkedConfig(env);
  if (!checked.ok) return;
  const { origin, phoneHashKey } = checked.config;
  const idleSince = now - IDLE_ACCOUNT_MS + IDLE_NOTICE_MS;
  const db = database(env);
  await keepUsedAgain(db, idleSince);
  const told = await idleAccounts(db, idleSince, lte(businesses.idleDeletionAt, now));
  for (const account of told) {
    const isStillIdle = exists(
      owned(db).where(and(eq(businesses.id, account.business.id), isIdleSince(idleSince))),
    );
    if (await deleteByUs(env, phoneHashKey, account, now, isStillIdle))
      await mailDeleted(env, account.user, 'idle');
  }
  const untold = await idleAccounts(db, idleSince, isNull(businesses.idleDeletionAt));
  for (const { user, business, timezone } of untold) {
    const deletionAt = now + IDLE_NOTICE_MS;
    const about = { deletionAt, timezone: timezone ?? ZONE_OF_NOBODY };
    const told = await mailPerson(env, 'idle_account', user, (say) => idleAccountMail(origin, about, say));
    // The mail was not sent, but can be sent later, so the next run tries again. An account gets a day of deletion only
    // if its mail was sent, may have been sent, or was finally refused.
    if (told === 'later') return;
    await db.update(businesses).set({ idleDeletionAt: deletionAt }).where(eq(businesses.id, business.id));
  }
}

/** Returns the accounts without use after `since`, the longest unused first. */
function idleAccounts(db: Database, since: number, condition: SQL | undefined) {
  return owned(db)
    .where(and(isNull(businesses.deletionBegunAt), condition, isIdleSince(since)))
    .orderBy(lastUse)
    .limit(ACCOUNTS_A_SWEEP)
    .all();
}

function owned(db: Database) {
  return db
    .select({ user: userColumns, business: businesses, timezone: firstTimezone })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), isOwnership))
    .innerJoin(businesses, eq(businesses.id, memberships.businessId));
}

/**
 * If an account was used after the mail about its deletion, this function clears the account's day of deletion. If the
 * account becomes idle again, its owner gets this mail again.
 */
async function keepUsedAgain(db: Database, since: number): Promise<void> {
  const used = await owned(db)
    .where(and(isNotNull(businesses.idleDeletionAt), sql`not ${isIdleSince(since)}`))
    .all();
  for (const { business } of used)
    await db.update(businesses).set({ idleDeletionAt: null }).where(eq(businesses.id, business.id));
}
