/**
 * Reads the data of an account from D1 for a file, and writes the account of a file to D1. Whole rows are read or
 * written only here, in the tables' own files, and in `import-rows.ts`.
 */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AccountPart } from '../../../shared/contracts/business-file.ts';
import { insertOwner, isOwnership, uniqueAccountColumns } from '../../identity/accounts.ts';
import { accountKey } from '../../identity/businesses.ts';
import { database, violatedUniqueColumns } from '../../db/client.ts';
import { billingCustomers, creditGrants, subscriptions } from '../../db/schema/billing.ts';
import { businesses, memberships, trialMarks } from '../../db/schema/businesses.ts';
import { locations } from '../../db/schema/locations.ts';
import { recoveryCodes, secondSteps, users } from '../../db/schema/users.ts';
import { hashOfNobody } from '../../platform/passwords.ts';
import { sealAtRest, unsealAtRest } from '../../platform/at-rest.ts';
import { recordReminderHad, remindersHad } from '../billing/mails/trial-reminder-delivery.ts';
import { importState, isUnderWay } from './import-rows.ts';

const ownerColumns = {
  email: users.email,
  phone: users.phone,
  emailVerifiedAt: users.emailVerifiedAt,
  createdAt: users.createdAt,
};

const businessColumns = {
  name: businesses.name,
  username: businesses.username,
  plan: businesses.plan,
  trial: businesses.trial,
  trialDurationDays: businesses.trialDurationDays,
  maxLocations: businesses.maxLocations,
  baseCustomerCredits: businesses.baseCustomerCredits,
  baseSmsCredits: businesses.baseSmsCredits,
  subscriptionStatus: businesses.subscriptionStatus,
  creditsEndAt: businesses.creditsEndAt,
  billingRevision: businesses.billingRevision,
  createdAt: businesses.createdAt,
};

/** Columns of a grant in a file, without revisions, because revisions belong to this installation's locations. */
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

/** Returns the account with this username in the format of a file; null if no account has the username. */
export async function readAccount(
  env: Env,
  username: string,
  payments: string | null,
): Promise<{ businessId: string; part: AccountPart } | null> {
  const db = database(env);
  const found = await db
    .select({ userId: users.id, businessId: businesses.id, user: ownerColumns, business: businessColumns })
    .from(businesses)
    .innerJoin(memberships, and(eq(memberships.businessId, businesses.id), isOwnership))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(businesses.usernameKey, accountKey(username)), isNull(businesses.deletionBegunAt)))
    .get();
  if (found === undefined) return null;
  const { userId, businessId, user, business } = found;
  const [steps, codes, reminders, places, customers, paid, granted] = await db.batch([
    db.select().from(secondSteps).where(eq(secondSteps.userId, userId)),
    db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    remindersHad(db, businessId),
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
      user: { ...user, passwordHash: null },
      business,
      // Passkeys work at one origin only, so a file has neither passkeys nor a second step by passkeys.
      secondStep:
        step?.kind !== 'app'
          ? null
          : {
              ...without(without(step, 'userId'), 'kind'),
              secret: await unsealAtRest(env, step.secret, `second step of ${userId}`),
            },
      recoveryCodes: (step?.kind === 'passkey' ? [] : codes).map(({ codeHash }) => codeHash),
      trialReminders: reminders.map(({ reminder }) => reminder),
      locations: [...latest.values()].map((row) => without(without(row, 'businessId'), 'peopleSweptAt')),
      payments,
      customer: customer === undefined ? null : without(without(customer, 'businessId'), 'refreshDueAt'),
      subscriptions: paid.map((row) => without(row, 'businessId')),
      grants: [...lastGranted.values()],
    },
  };
}

/**
 * In one transaction, gives the hidden business the data of the file's account, and inserts the owner. After that,
 * everybody can find the account. `mark`: the trial mark of the owner's mailbox, or null. Refused if another account
 * has taken the username or the address since the import began, or if the import has ended. The time of the import is
 * stored as the time at which the locations were added, because the locations' objects did not exist before the import.
 */
export async function makeAccount(
  env: Env,
  businessId: string,
  {
    user,
    business,
    secondStep,
    recoveryCodes: codes,
    trialReminders: reminders,
    customer,
    subscriptions: paid,
    grants,
  }: AccountPart,
  { mark, now }: { mark: string | null; now: number },
): Promise<{ ok: true } | { ok: false; code: 'username_taken' | 'email_taken' | 'import_over' }> {
  const db = database(env);
  // The owner gets the business's id, which the locations' logs already contain (`withOwnersId`).
  const userId = businessId;
  const steps =
    secondStep === null
      ? []
      : [{ ...secondStep, secret: await sealAtRest(env, secondStep.secret, `second step of ${userId}`) }];
  // One batch, so that the owner can never log in without the second step.
  const opens = [
    ...insertOwner(
      db,
      {
        ...user,
        passwordHash: user.passwordHash ?? hashOfNobody,
        id: userId,
        emailKey: accountKey(user.email),
        loggedInAt: now,
      },
      businessId,
    ),
    ...steps.map((step) => db.insert(secondSteps).values({ ...step, userId })),
    ...codes.map((codeHash) => db.insert(recoveryCodes).values({ userId, codeHash })),
    ...reminders.map((reminder) => recordReminderHad(db, businessId, reminder, now)),
    ...(mark === null
      ? []
      : [db.insert(trialMarks).values({ hash: mark, at: business.createdAt }).onConflictDoNothing()]),
    ...(customer === null
      ? []
      : // The customer is due now: the next sweep asks the provider for changes after the export.
        [db.insert(billingCustomers).values({ ...customer, businessId, refreshDueAt: now })]),
    ...paid.map((row) => db.insert(subscriptions).values({ ...row, businessId })),
    // The revision is 0, because the locations already have these credits.
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
      deletionBegunAt: null,
      // If the import is over, this value is NULL. The column refuses NULL, so the whole batch fails.
      id: sql`iif(${isUnderWay(businessId, now)}, id, null)`,
    })
    .where(and(eq(businesses.id, businessId), isNotNull(businesses.deletionBegunAt)))
    .returning({ id: businesses.id });
  try {
    const [claimed] = await db.batch([claim, ...opens]);
    if (claimed.length > 0) return { ok: true };
  } catch (error) {
    if ((await importState(db, businessId, now)) === 'under_way') {
      const columns = violatedUniqueColumns(error);
      if (columns?.includes(uniqueAccountColumns.username)) return { ok: false, code: 'username_taken' };
      if (columns?.includes(uniqueAccountColumns.email)) return { ok: false, code: 'email_taken' };
      throw error;
    }
  }
  // A repeated call may have finished the import meanwhile.
  const isDone = (await importState(db, businessId, now)) === 'finished';
  return isDone ? { ok: true } : { ok: false, code: 'import_over' };
}

function without<Row extends object, Name extends keyof Row>(row: Row, name: Name): Omit<Row, Name> {
  const { [name]: _left, ...rest } = row;
  return rest;
}
