/** Tables of the payment provider's stand-in. */
import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { developmentCheckouts, developmentSubscriptions } from './schema.ts';

export type DevelopmentCheckout = typeof developmentCheckouts.$inferSelect;
export type DevelopmentSubscription = typeof developmentSubscriptions.$inferSelect;

export async function insertCheckout(db: D1Database, checkout: DevelopmentCheckout): Promise<void> {
  await drizzle(db).insert(developmentCheckouts).values(checkout).onConflictDoNothing();
}

export async function findCheckout(db: D1Database, id: string): Promise<DevelopmentCheckout | null> {
  const rows = await drizzle(db).select().from(developmentCheckouts).where(eq(developmentCheckouts.id, id));
  return rows[0] ?? null;
}

/** Ends an open checkout; false if the checkout was not open. */
export async function endCheckout(db: D1Database, id: string, state: 'paid' | 'expired'): Promise<boolean> {
  const ended = await drizzle(db)
    .update(developmentCheckouts)
    .set({ state })
    .where(and(eq(developmentCheckouts.id, id), eq(developmentCheckouts.state, 'open')))
    .returning({ id: developmentCheckouts.id });
  return ended.length > 0;
}

/** Inserts or replaces a subscription. */
export async function saveSubscription(db: D1Database, subscription: DevelopmentSubscription): Promise<void> {
  await drizzle(db)
    .insert(developmentSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: developmentSubscriptions.id, set: subscription });
}

export async function findSubscription(db: D1Database, id: string): Promise<DevelopmentSubscription | null> {
  const rows = await drizzle(db)
    .select()
    .from(developmentSubscriptions)
    .where(eq(developmentSubscriptions.id, id));
  return rows[0] ?? null;
}

export async function subscriptionsOfCustomer(
  db: D1Database,
  customerId: string,
): Promise<DevelopmentSubscription[]> {
  return drizzle(db)
    .select()
    .from(developmentSubscriptions)
    .where(eq(developmentSubscriptions.customerId, customerId));
}

export async function deleteCustomer(db: D1Database, customerId: string): Promise<void> {
  const ask = drizzle(db);
  await ask.batch([
    ask.delete(developmentCheckouts).where(eq(developmentCheckouts.customerId, customerId)),
    ask.delete(developmentSubscriptions).where(eq(developmentSubscriptions.customerId, customerId)),
  ]);
}
