/** All queries on `invitations` and `ownership_offers`. */
import { and, asc, eq, exists, gt, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { INVITATION_MS, MAX_MEMBERS } from '../../shared/limits.ts';
import type { Database } from '../db/client.ts';
import { businesses, devices, invitations, memberships, ownershipOffers } from '../db/schema/businesses.ts';
import { isOwnerOf } from './accounts.ts';
import { accountKey } from './businesses.ts';
import type { Grant, MembershipKey } from './membership-rows.ts';

export type InvitationRow = typeof invitations.$inferSelect;
export type OfferRow = typeof ownershipOffers.$inferSelect;

/** The valid invitations of a business, the oldest first. */
export function invitationsOf(db: Database, businessId: string, now: number) {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.businessId, businessId), gt(invitations.expiresAt, now)))
    .orderBy(asc(invitations.createdAt));
}

/**
 * Statements for a batch: invite an address if `condition` holds. The new invitation replaces an earlier invitation of
 * this address. The last statement returns no row if the business is full or is being deleted.
 */
export function replaceInvitation(
  db: Database,
  about: {
    id: string;
    tokenHash: string;
    businessId: string;
    email: string;
    invitedBy: string | null;
  } & Grant,
  now: number,
  condition: SQL,
) {
  const { businessId, email, locationIds } = about;
  const emailKey = accountKey(email);
  const isEarlier = and(eq(invitations.businessId, businessId), eq(invitations.emailKey, emailKey));
  const taken = sql`(select count(*) from memberships m where m.business_id = ${businessId})
    + (select count(*) from invitations i where i.business_id = ${businessId} and i.expires_at > ${now})`;
  return [
    db.delete(invitations).where(and(or(isEarlier, lte(invitations.expiresAt, now)), condition)),
    db
      .insert(invitations)
      .select(
        db
          .select({
            id: sql<string>`${about.id}`.as('id'),
            tokenHash: sql<string>`${about.tokenHash}`.as('token_hash'),
            businessId: businesses.id,
            email: sql<string>`${email}`.as('email'),
            emailKey: sql<string>`${emailKey}`.as('email_key'),
            role: sql<Grant['role']>`${about.role}`.as('role'),
            locationIds: sql<
              string[] | null
            >`${locationIds === null ? null : JSON.stringify(locationIds)}`.as('location_ids'),
            mayReadNumbers: sql<boolean>`${about.mayReadNumbers ? 1 : 0}`.as('may_read_numbers'),
            createdAt: sql<number>`${now}`.as('created_at'),
            expiresAt: sql<number>`${now + INVITATION_MS}`.as('expires_at'),
            invitedBy: sql<string | null>`${about.invitedBy}`.as('invited_by'),
          })
          .from(businesses)
          .where(
            and(
              eq(businesses.id, businessId),
              isNull(businesses.deletionBegunAt),
              sql`${taken} < ${MAX_MEMBERS}`,
              condition,
            ),
          ),
      )
      .returning({ id: invitations.id }),
  ] as const;
}

/** The valid invitation of a link, and the invitation's business; null if there is no valid invitation. */
export async function findInvitation(db: Database, tokenHash: string, now: number) {
  const row = await db
    .select({ invitation: invitations, business: businesses })
    .from(invitations)
    .innerJoin(businesses, eq(businesses.id, invitations.businessId))
    .where(
      and(
        eq(invitations.tokenHash, tokenHash),
        gt(invitations.expiresAt, now),
        isNull(businesses.deletionBegunAt),
      ),
    )
    .get();
  return row ?? null;
}

/** Condition for a batch: the invitation of this link was not used, withdrawn or replaced. */
export function invitationIsThere(db: Database, tokenHash: string): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(invitations)
      .where(eq(invitations.tokenHash, tokenHash)),
  );
}

/** Statement for a batch: ends an invitation if this user has become a member. */
export function endInvitation(db: Database, { tokenHash, businessId }: InvitationRow, userId: string) {
  const hasJoined = exists(
    db
      .select({ one: sql`1` })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.businessId, businessId))),
  );
  return db.delete(invitations).where(and(eq(invitations.tokenHash, tokenHash), hasJoined));
}

/** Condition for a batch: this address has no valid invitation except the invitation with this id. */
export function hasNoOtherInvitation(
  { businessId, email, id }: { businessId: string; email: string; id: string },
  now: number,
): SQL {
  return sql`not exists (select 1 from invitations i where i.business_id = ${businessId}
    and i.email_key = ${accountKey(email)} and i.id <> ${id} and i.expires_at > ${now})`;
}

/** Statement for a batch: withdraws the invitations that a member sent, if `condition` holds. */
export function deleteInvitationsBy(db: Database, { userId, businessId }: MembershipKey, condition: SQL) {
  return db
    .delete(invitations)
    .where(and(eq(invitations.businessId, businessId), eq(invitations.invitedBy, userId), condition));
}

/**
 * Statements for a batch: withdraw the invitations that a user sent after `since`, and the user's offers of ownership.
 */
export function takeBackInvitations(db: Database, userId: string, since: number) {
  return [
    db.delete(invitations).where(and(eq(invitations.invitedBy, userId), gt(invitations.createdAt, since))),
    db.delete(ownershipOffers).where(eq(ownershipOffers.fromUserId, userId)),
  ] as const;
}

/** Statement: withdraws an invitation. Returns a row if the invitation existed. */
export function deleteInvitation(db: Database, businessId: string, id: string) {
  return db
    .delete(invitations)
    .where(and(eq(invitations.businessId, businessId), eq(invitations.id, id)))
    .returning({ id: invitations.id });
}

/** Statement for a batch: the invitations that all businesses sent to an address, without tokens. */
export function invitationsTo(db: Database, email: string) {
  const { businessId, email: typed, role, locationIds, mayReadNumbers, createdAt, expiresAt } = invitations;
  return db
    .select({ businessId, email: typed, role, locationIds, mayReadNumbers, createdAt, expiresAt })
    .from(invitations)
    .where(eq(invitations.emailKey, accountKey(email)));
}

/** Statement for a batch: deletes the invitations that all businesses sent to an address. */
export function deleteInvitationsTo(db: Database, email: string) {
  return db.delete(invitations).where(eq(invitations.emailKey, accountKey(email)));
}

/** The valid offer of ownership of a business; null if there is no such offer. */
export async function findOffer(db: Database, businessId: string, now: number): Promise<OfferRow | null> {
  const row = await db
    .select()
    .from(ownershipOffers)
    .where(and(eq(ownershipOffers.businessId, businessId), gt(ownershipOffers.expiresAt, now)))
    .get();
  return row ?? null;
}

/**
 * Statement for a batch: offers the ownership to a member if `condition` holds. The offer replaces an earlier offer.
 * Returns a row if the offer was made. Only the owner can make an offer, and only to a member.
 */
export function replaceOffer(db: Database, offer: OfferRow, condition: SQL) {
  const { businessId, fromUserId, toUserId, expiresAt } = offer;
  return db
    .insert(ownershipOffers)
    .select(
      db
        .select({
          businessId: memberships.businessId,
          fromUserId: sql<string>`${fromUserId}`.as('from_user_id'),
          toUserId: memberships.userId,
          expiresAt: sql<number>`${expiresAt}`.as('expires_at'),
        })
        .from(memberships)
        .where(
          and(
            eq(memberships.businessId, businessId),
            eq(memberships.userId, toUserId),
            isOwnerOf(db, fromUserId, businessId),
            condition,
          ),
        ),
    )
    .onConflictDoUpdate({
      target: ownershipOffers.businessId,
      set: { fromUserId, toUserId, expiresAt },
    })
    .returning({ toUserId: ownershipOffers.toUserId });
}

/**
 * Statement for a batch: ends the offer that this user made or got, if `condition` holds. Returns a row if an offer was
 * ended.
 */
export function deleteOfferOf(db: Database, businessId: string, userId: string, condition?: SQL) {
  return db
    .delete(ownershipOffers)
    .where(
      and(
        eq(ownershipOffers.businessId, businessId),
        or(eq(ownershipOffers.fromUserId, userId), eq(ownershipOffers.toUserId, userId)),
        condition,
      ),
    )
    .returning({ toUserId: ownershipOffers.toUserId });
}

/**
 * Condition for a batch: the offer is valid, and changes of the owner's account are not blocked. The condition also
 * requires that the member still belongs to the business, and owns no business. A person owns at most one business,
 * because the deletion of an account deletes its owner.
 */
export function mayTakeOver({ businessId, fromUserId, toUserId }: OfferRow, now: number): SQL {
  return sql`exists (
    select 1 from ownership_offers o join memberships m on m.user_id = o.to_user_id and m.business_id = o.business_id
    where o.business_id = ${businessId} and o.from_user_id = ${fromUserId} and o.to_user_id = ${toUserId}
      and o.expires_at > ${now})
    and not exists (select 1 from users u where u.id = ${fromUserId} and u.changes_held_until > ${now})
    and not exists (select 1 from memberships m where m.user_id = ${toUserId} and m.role = 'owner')`;
}

/** Statements for a batch: delete the invitations, the offer and the devices of a business. */
export function deleteTeamRows(db: Database, businessId: string) {
  return [
    db.delete(invitations).where(eq(invitations.businessId, businessId)),
    db.delete(ownershipOffers).where(eq(ownershipOffers.businessId, businessId)),
    db.delete(devices).where(eq(devices.businessId, businessId)),
  ] as const;
}

/** Statements for a batch: delete invitations and offers that have expired. */
export function deleteExpiredInvitations(db: Database, now: number) {
  return [
    db.delete(invitations).where(lte(invitations.expiresAt, now)),
    db.delete(ownershipOffers).where(lte(ownershipOffers.expiresAt, now)),
  ] as const;
}
