/**
 * An account as a file has it (decision 64), read from D1 and written to it. Beside the files that own the tables, these are
 * the only queries on them that take whole rows. Until an import is finished its account is an empty row that nobody finds,
 * marked like one that is being deleted: what never gets finished, the sweep of deletions takes away.
 */
import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { AccountLine, DataLine } from '../../shared/business-file.ts';
import { accountKey } from '../accounts/businesses.ts';
import { database, violatedUniqueColumns, type Database } from '../db/client.ts';
import { businesses, recoveryCodes, secondSteps, trialMarks, trialReminders } from '../db/schema/accounts.ts';
import { billingCustomers, creditGrants, subscriptions } from '../db/schema/billing.ts';
import { locations, visitHistory } from '../db/schema/locations.ts';

type LocationOfFile = AccountLine['locations'][number];
type Grants = Extract<DataLine, { kind: 'grants' }>['rows'];

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

/** The account with this username as a line of a file; null when there is none. */
export async function readAccount(
  env: Env,
  username: string,
  payments: string | null,
): Promise<{ businessId: string; line: AccountLine } | null> {
  const db = database(env);
  const found = await db
    .select({ id: businesses.id, ...accountColumns })
    .from(businesses)
    .where(and(eq(businesses.usernameKey, accountKey(username)), isNull(businesses.deletionBegunAt)))
    .get();
  if (found === undefined) return null;
  const { id: businessId, ...business } = found;
  const [steps, codes, reminders, places, customers, paid] = await db.batch([
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
  ]);
  const latest = new Map(places.map((row) => [row.slot, row]));
  const [step] = steps;
  const [customer] = customers;
  return {
    businessId,
    line: {
      kind: 'account',
      business,
      secondStep: step === undefined ? null : without(step, 'businessId'),
      recoveryCodes: codes.map(({ codeHash }) => codeHash),
      trialReminders: reminders.map((row) => without(row, 'businessId')),
      locations: [...latest.values()].map((row) => without(without(row, 'businessId'), 'peopleSweptAt')),
      payments,
      customer: customer === undefined ? null : without(without(customer, 'businessId'), 'refreshDueAt'),
      subscriptions: paid.map((row) => without(row, 'businessId')),
    },
  };
}

/** What was granted to an account. */
export async function readGrants(env: Env, businessId: string): Promise<Grants> {
  const rows = await database(env)
    .select({
      subscriptionId: creditGrants.subscriptionId,
      periodStart: creditGrants.periodStart,
      slot: creditGrants.slot,
      customerCredits: creditGrants.customerCredits,
      smsCredits: creditGrants.smsCredits,
      grantedAt: creditGrants.grantedAt,
      fetch: creditGrants.fetch,
      plan: creditGrants.plan,
    })
    .from(creditGrants)
    .where(eq(creditGrants.businessId, businessId))
    .orderBy(asc(creditGrants.periodStart), asc(creditGrants.slot));
  return rows;
}

/** Whether nothing, or nothing but a location that a deleted account left, has this id. */
export async function isFreeLocation(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .select({ removedAt: locations.removedAt, deletionBegunAt: businesses.deletionBegunAt })
    .from(locations)
    .innerJoin(businesses, eq(businesses.id, locations.businessId))
    .where(eq(locations.id, id));
  return rows.every(({ removedAt, deletionBegunAt }) => removedAt !== null && deletionBegunAt !== null);
}

/** Whether any of these is the location of an account that is there. */
export async function isAnyOfSomebody(db: Database, ids: string[]): Promise<boolean> {
  const rows = await db
    .select({ id: locations.id })
    .from(locations)
    .innerJoin(businesses, eq(businesses.id, locations.businessId))
    .where(
      and(
        sql`${locations.id} in (select value from json_each(${JSON.stringify(ids)}))`,
        isNull(businesses.deletionBegunAt),
      ),
    );
  return rows.length > 0;
}

/** Whether any of these visits is in the history of another account that is there. */
export async function areOfSomebody(db: Database, visitIds: string[], businessId: string): Promise<boolean> {
  const rows = await db
    .select({ id: businesses.id })
    .from(visitHistory)
    .innerJoin(businesses, eq(businesses.id, visitHistory.businessId))
    .where(
      and(
        sql`${visitHistory.visitId} in (select value from json_each(${JSON.stringify(visitIds)}))`,
        ne(businesses.id, businessId),
        isNull(businesses.deletionBegunAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Makes the empty row of an import that has to be finished by `until`, and its locations. Rows that deleted accounts left
 * give way to locations of the same id.
 */
export async function insertPlaceholder(
  db: Database,
  businessId: string,
  { business, locations: places }: AccountLine,
  { idOf, until }: { idOf: (location: LocationOfFile) => string; until: number },
): Promise<void> {
  const { plan, maxLocations, baseCustomerCredits, baseSmsCredits, createdAt } = business;
  const nobody = importKey(businessId);
  await db.batch([
    db.insert(businesses).values({
      id: businessId,
      name: '',
      username: '',
      usernameKey: nobody,
      email: '',
      emailKey: nobody,
      phone: '',
      passwordHash: '',
      plan,
      trial: false,
      maxLocations,
      baseCustomerCredits,
      baseSmsCredits,
      createdAt,
      deletionBegunAt: until,
    }),
    ...places.flatMap((place) => [
      db.delete(locations).where(and(eq(locations.id, idOf(place)), isNotNull(locations.removedAt))),
      db.insert(locations).values({ ...place, id: idOf(place), businessId }),
    ]),
  ]);
}

/** `over`: there is none, it was given up, or its time has run out. */
export async function importState(
  db: Database,
  businessId: string,
  now: number,
): Promise<'under_way' | 'finished' | 'over'> {
  const row = await db
    .select({
      usernameKey: businesses.usernameKey,
      until: businesses.deletionBegunAt,
      triedAt: businesses.deletionTriedAt,
    })
    .from(businesses)
    .where(eq(businesses.id, businessId))
    .get();
  if (row === undefined) return 'over';
  if (row.until === null) return 'finished';
  const isOpen = row.usernameKey === importKey(businessId) && row.triedAt === null && row.until > now;
  return isOpen ? 'under_way' : 'over';
}

/** The locations that an import makes, which are open. */
export async function importedLocations(db: Database, businessId: string): Promise<string[]> {
  const rows = await db
    .select({ id: locations.id })
    .from(locations)
    .where(and(eq(locations.businessId, businessId), isNull(locations.removedAt)));
  return rows.map(({ id }) => id);
}

/** Keeps grants as made: revision 0 is one that no location has to follow any more. Repeating it changes nothing. */
export async function insertGrants(db: Database, businessId: string, rows: Grants): Promise<void> {
  const [first, ...others] = rows.map((row) =>
    db
      .insert(creditGrants)
      .values({ ...row, businessId, revision: 0 })
      .onConflictDoNothing(),
  );
  if (first !== undefined) await db.batch([first, ...others]);
}

/**
 * Makes the account what the file says, in one transaction, from which on everybody finds it. `marks` are those of its trial.
 * Refused where somebody took a name meanwhile, or the import is over.
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
  }: AccountLine,
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
  ];
  const claim = db
    .update(businesses)
    .set({
      ...business,
      usernameKey: accountKey(business.username),
      emailKey: accountKey(business.email),
      deletionBegunAt: null,
      // NULL where it is over, which the column refuses: the whole batch fails with it.
      id: sql`iif(deletion_tried_at is null and deletion_begun_at > ${now}, id, null)`,
    })
    .where(isImport(businessId))
    .returning({ id: businesses.id });
  try {
    const [claimed] = await db.batch([claim, ...opens]);
    return claimed.length > 0 ? { ok: true } : { ok: false, code: 'import_over' };
  } catch (error) {
    const columns = violatedUniqueColumns(error);
    if (columns?.includes('businesses.username_key')) return { ok: false, code: 'username_taken' };
    if (columns?.includes('businesses.email_key')) return { ok: false, code: 'email_taken' };
    if ((await importState(db, businessId, now)) === 'over') return { ok: false, code: 'import_over' };
    throw error;
  }
}

/** Gives an import up: from now on it is a deletion like any other. False: there is none, or it was finished. */
export async function giveUpImport(db: Database, businessId: string, now: number): Promise<boolean> {
  const rows = await db
    .update(businesses)
    .set({ deletionBegunAt: now, deletionTriedAt: now })
    .where(isImport(businessId))
    .returning({ id: businesses.id });
  return rows.length > 0;
}

/** The condition that this row is an import's. */
function isImport(businessId: string) {
  return and(eq(businesses.id, businessId), eq(businesses.usernameKey, importKey(businessId)));
}

/** No name and no address can be this. */
function importKey(businessId: string): string {
  return `importing:${businessId}`;
}

function without<Row extends object, Name extends keyof Row>(row: Row, name: Name): Omit<Row, Name> {
  const { [name]: _left, ...rest } = row;
  return rest;
}
