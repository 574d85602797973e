/** An owner's account as its owner may have it on request (`docs/decisions/0065-a-persons-data.md`), without what opens it. */
import { eq } from 'drizzle-orm';
import { accountKey, findByIdentifier } from '../../identity/businesses.ts';
import { database } from '../../db/client.ts';
import { emailVerifications, secondSteps, sessions, trialReminders } from '../../db/schema/accounts.ts';
import { adminChanges } from '../../db/schema/admin.ts';
import { billingCustomers, billingMails, creditGrants, subscriptions } from '../../db/schema/billing.ts';
import { locations } from '../../db/schema/locations.ts';

/** Null where no account has this address. Times are epoch milliseconds, as they are kept. */
export async function accountOf(env: Env, email: string) {
  const db = database(env);
  const found = await findByIdentifier(db, { email });
  if (found === null) return null;
  const { business } = found;
  const { id } = business;
  const [places, logIns, steps, reminders, customers, paid, grants, mails, changes] = await db.batch([
    db.select().from(locations).where(eq(locations.businessId, id)),
    db
      .select({ createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt, device: sessions.device })
      .from(sessions)
      .where(eq(sessions.businessId, id)),
    db
      .select({ confirmedAt: secondSteps.confirmedAt })
      .from(secondSteps)
      .where(eq(secondSteps.businessId, id)),
    db.select().from(trialReminders).where(eq(trialReminders.businessId, id)),
    db.select().from(billingCustomers).where(eq(billingCustomers.businessId, id)),
    db.select().from(subscriptions).where(eq(subscriptions.businessId, id)),
    db.select().from(creditGrants).where(eq(creditGrants.businessId, id)),
    db.select().from(billingMails).where(eq(billingMails.businessId, id)),
    db.select().from(adminChanges).where(eq(adminChanges.businessId, id)),
  ]);
  return {
    business,
    locations: places,
    logIns,
    secondStepSince: steps[0]?.confirmedAt ?? null,
    trialReminders: reminders,
    paymentCustomers: customers,
    subscriptions: paid,
    grants,
    billingMails: mails,
    creditsSetByUs: changes,
  };
}

/** Links to this address that were mailed for another account, which wanted to change to it; answers how many went. */
export async function deleteLinksTo(env: Env, email: string): Promise<number> {
  const deleted = await database(env)
    .delete(emailVerifications)
    .where(eq(emailVerifications.emailKey, accountKey(email)));
  return deleted.meta.changes;
}
