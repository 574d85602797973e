/**
 * The data of a person with a log-in, for a request of the person (`docs/decisions/0034-forgetting-guests.md`), without
 * secrets. The data of an owner include the data of the owner's business.
 */
import { eq } from 'drizzle-orm';
import { findAccount } from '../../identity/accounts.ts';
import { accountKey, type BusinessRow } from '../../identity/businesses.ts';
import { database, type Database } from '../../db/client.ts';
import { adminChanges } from '../../db/schema/admin.ts';
import { billingCustomers, creditGrants, subscriptions } from '../../db/schema/billing.ts';
import { memberships } from '../../db/schema/businesses.ts';
import { deliveries } from '../../db/schema/deliveries.ts';
import { locations } from '../../db/schema/locations.ts';
import { deleteInvitationsTo, invitationsTo } from '../../identity/invitation-rows.ts';
import {
  emailVerifications,
  formerAddresses,
  passkeys,
  secondSteps,
  sessions,
} from '../../db/schema/users.ts';

/**
 * The data of the account with this address; null if no account has the address. Times are epoch milliseconds, as
 * stored.
 */
export async function accountOf(env: Env, email: string) {
  const db = database(env);
  const found = await findAccount(db, { email });
  if (found === null) return null;
  const { user, business, membership } = found;
  const [logIns, steps, keys, addresses, teams] = await db.batch([
    db
      .select({ createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt, device: sessions.device })
      .from(sessions)
      .where(eq(sessions.userId, user.id)),
    db
      .select({ confirmedAt: secondSteps.confirmedAt })
      .from(secondSteps)
      .where(eq(secondSteps.userId, user.id)),
    db
      .select({
        name: passkeys.name,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
        removedAt: passkeys.removedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, user.id)),
    db
      .select({ email: formerAddresses.emailKey, until: formerAddresses.until })
      .from(formerAddresses)
      .where(eq(formerAddresses.userId, user.id)),
    db.select().from(memberships).where(eq(memberships.userId, user.id)),
  ]);
  return {
    user,
    logIns,
    secondStepSince: steps[0]?.confirmedAt ?? null,
    passkeys: keys,
    formerAddresses: addresses,
    memberships: teams,
    ...(membership.role === 'owner' && (await ownedBy(db, business))),
  };
}

async function ownedBy(db: Database, business: BusinessRow) {
  const { id } = business;
  const [places, customers, paid, grants, mails, changes] = await db.batch([
    db.select().from(locations).where(eq(locations.businessId, id)),
    db.select().from(billingCustomers).where(eq(billingCustomers.businessId, id)),
    db.select().from(subscriptions).where(eq(subscriptions.businessId, id)),
    db.select().from(creditGrants).where(eq(creditGrants.businessId, id)),
    db.select().from(deliveries).where(eq(deliveries.businessId, id)),
    db.select().from(adminChanges).where(eq(adminChanges.businessId, id)),
  ]);
  return {
    business,
    locations: places,
    paymentCustomers: customers,
    subscriptions: paid,
    grants,
    mails,
    creditsSetByUs: changes,
  };
}

/**
 * The unused links that were mailed to this address: links of users who want to change to this address, and
 * invitations. The result has no tokens.
 */
export async function linksTo(env: Env, email: string) {
  const db = database(env);
  const [changesOfAddress, invited] = await db.batch([
    db
      .select({
        email: emailVerifications.email,
        createdAt: emailVerifications.createdAt,
        expiresAt: emailVerifications.expiresAt,
      })
      .from(emailVerifications)
      .where(eq(emailVerifications.emailKey, accountKey(email))),
    invitationsTo(db, email),
  ]);
  return { changesOfAddress, invitations: invited };
}

/**
 * Deletes the links that were mailed to this address: links of users who want to change to this address, and
 * invitations. Returns the number of links.
 */
export async function deleteLinksTo(env: Env, email: string): Promise<number> {
  const db = database(env);
  const [changes, invited] = await db.batch([
    db.delete(emailVerifications).where(eq(emailVerifications.emailKey, accountKey(email))),
    deleteInvitationsTo(db, email),
  ]);
  return changes.meta.changes + invited.meta.changes;
}
