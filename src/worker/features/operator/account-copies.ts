/**
 * An account as a file has it, read from D1 and written to it. Beside the files that own the tables, and
 * `import-rows.ts`, these are the only queries on them that take whole rows.
 */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AccountPart } from '../../../shared/contracts/business-file.ts';
import { accountKey } from '../../identity/businesses.ts';
import { database, violatedUniqueColumns } from '../../db/client.ts';
import {
  businesses,
  recoveryCodes,
  secondSteps,
  trialMarks,
  trialReminders,
} from '../../db/schema/accounts.ts';
import { billingCustomers, creditGrants, subscriptions } from '../../db/schema/billing.ts';
import { locations } from '../../db/schema/locations.ts';
import { importState, isUnderWay } from './import-rows.ts';

/** What of an account's own row is in a file. */
const accountColumns = {
  name: businesses.name,
  username: businesses.username,
  email: businesses.email,
  phone: businesses.phone,
  passwordHash: businesses.passwordHash,
  plan: businesses.plan,
  trial: businesses.trial,
  trialDurationDays: businesses.trialDurationDays,
  maxLocations: businesses.maxLocations,
  baseCustomerCredits: businesses.baseCustomerCredits,
  baseSmsCredits: businesses.baseSmsCredits,
  subscriptionStatus: businesses.subscriptionStatus,
  creditsEndAt: businesses.creditsEndAt,
  standing: businesses.standing,
  createdAt: businesses.createdAt,
  emailVerifiedAt: businesses.emailVerifiedAt,
};

/** Without the revisions that this installation's locations follow. */
const grantColumns = {
  subscriptionId: creditGrants.subscriptionId,
  periodStart: creditGrants.periodStart,
  slot: creditGrants.slot,
  customerCredits: creditGrants.customerCredits,
  smsCredits: creditGrants.smsCredits,
  grantedAt: creditGrants.grantedAt,
  fetch: creditGrants.fetch,
  plan: creditGrants.plan,
};

/** The account with this username as a part of a file; null when there is none. */
export async function readAccount(
  env: Env,
  username: string,
  payments: string | null,
): Promise<{ businessId: string; part: AccountPart } | null> {
  const db = database(env);
  const found = await db
    .select({ id: businesses.id, ...accountColumns })
    .from(businesses)
    .where(and(eq(businesses.usernameKey, accountKey(username)), isNull(businesses.deletionBegunAt)))
    .get();
  if (found === undefined) return null;
  const { id: businessId, ...business } = found;
  const [steps, codes, reminders, places, customers, paid, granted] = await db.batch([
    db.select().from(secondSteps).where(eq(secondSteps.businessId, businessId)),
    db.select().from(recoveryCodes).where(eq(recoveryCodes.businessId, businessId)),
    db.select().from(trialReminders).where(eq(trialReminders.businessId, businessId)),
    db
      .select()
      .from(locations)
      .where(eq(locations.businessId, businessId))
      .orderBy(asc(locations.slot), asc(locations.generation)),
    db.select().from(billingCustomers).where(eq(billingCustomers.businessId, businessId)),
    db.select().from(subscriptions).where(eq(subscriptions.businessId, businessId)),
    db
      .select(grantColumns)
      .from(creditGrants)
      .where(eq(creditGrants.businessId, businessId))
      .orderBy(asc(creditGrants.periodStart)),
  ]);
  const latest = new Map(places.map((row) => [row.slot, row]));
  const lastGranted = new Map(granted.map((row) => [row.slot, row]));
  const [step] = steps;
  const [customer] = customers;
  return {
    businessId,
    part: {
      kind: 'account',
      business,
      secondStep: step === undefined ? null : without(step, 'businessId'),
      recoveryCodes: codes.map(({ codeHash }) => codeHash),
      trialReminders: reminders.map((row) => without(row, 'businessId')),
      locations: [...latest.values()].map((row) => without(without(row, 'businessId'), 'peopleSweptAt')),
      payments,
      customer: customer === undefined ? null : without(without(customer, 'businessId'), 'refreshDueAt'),
      subscriptions: paid.map((row) => without(row, 'businessId')),
      grants: [...lastGranted.values()],
    },
  };
}

/**
 * Makes the account what the file says, in one transaction, from which on everybody finds it. `marks` are those of its trial.
 * Refused where somebody took a name meanwhile, or the import is over. Its locations stand here since now: no object has an
 * earlier past.
 */
export async function makeAccount(
  env: Env,
  businessId: string,
  {
    business,
    secondStep,
    recoveryCodes: codes,
    trialReminders: reminders,
    customer,
    subscriptions: paid,
    grants,
  }: AccountPart,
  { marks, now }: { marks: string[]; now: number },
): Promise<{ ok: true } | { ok: false; code: 'username_taken' | 'email_taken' | 'import_over' }> {
  const db = database(env);
  // All of it is one batch: there is no moment at which the account is open without its second step.
  const opens = [
    ...(secondStep === null ? [] : [db.insert(secondSteps).values({ ...secondStep, businessId })]),
    ...codes.map((codeHash) => db.insert(recoveryCodes).values({ businessId, codeHash })),
    ...reminders.map((reminder) => db.insert(trialReminders).values({ ...reminder, businessId })),
    ...marks.map((hash) =>
      db.insert(trialMarks).values({ hash, at: business.createdAt }).onConflictDoNothing(),
    ),
    ...(customer === null
      ? []
      : // Asked at the next hour: whatever became of it since is followed.
        [db.insert(billingCustomers).values({ ...customer, businessId, refreshDueAt: now })]),
    ...paid.map((row) => db.insert(subscriptions).values({ ...row, businessId })),
    // Revision 0 is one that no location has to follow any more.
    ...grants.map((row) =>
      db
        .insert(creditGrants)
        .values({ ...row, businessId, revision: 0 })
        .onConflictDoNothing(),
    ),
    db.update(locations).set({ createdAt: now }).where(eq(locations.businessId, businessId)),
  ];
  const claim = db
    .update(businesses)
    .set({
      ...business,
      usernameKey: accountKey(business.username),
      emailKey: accountKey(business.email),
      deletionBegunAt: null,
      // NULL where it is over, which the column refuses: the whole batch fails with it.
      id: sql`iif(${isUnderWay(businessId, now)}, id, null)`,
    })
    .where(and(eq(businesses.id, businessId), isNotNull(businesses.deletionBegunAt)))
    .returning({ id: businesses.id });
  try {
    const [claimed] = await db.batch([claim, ...opens]);
    if (claimed.length > 0) return { ok: true };
  } catch (error) {
    const columns = violatedUniqueColumns(error);
    if (columns?.includes('businesses.username_key')) return { ok: false, code: 'username_taken' };
    if (columns?.includes('businesses.email_key')) return { ok: false, code: 'email_taken' };
    if ((await importState(db, businessId, now)) === 'under_way') throw error;
  }
  // The same call, sent again meanwhile, can have been faster.
  const isDone = (await importState(db, businessId, now)) === 'finished';
  return isDone ? { ok: true } : { ok: false, code: 'import_over' };
}

function without<Row extends object, Name extends keyof Row>(row: Row, name: Name): Omit<Row, Name> {
  const { [name]: _left, ...rest } = row;
  return rest;
}
