/** Members of a business: a user, the role, and the locations that the role may reach. */
import type { Actor } from '../../shared/queue/events.ts';
import { seesNumbers, type Role } from '../../shared/roles.ts';
import type { locations } from '../db/schema/locations.ts';
import type { Account, MembershipRow } from './accounts.ts';

/** A row of the table `locations`. */
export type LocationRecord = typeof locations.$inferSelect;

/**
 * A member of a business. `given`: the open locations that the member may reach, by slot; it may not be all of them.
 * `locationIds`, `name`: as in the membership.
 */
export type Member = Account & {
  role: Role;
  name: string | null;
  locationIds: string[] | null;
  given: LocationRecord[];
  seesNumbers: boolean;
};

/** The actor of a member's commands, for the log of events. The owner's own log-in is not named. */
export function actorOf({ role, userId }: { role: Role; userId: string }): Actor {
  return role === 'owner' ? { kind: 'owner' } : { kind: 'member', id: userId };
}

/** What the membership of a new owner says. */
export const newOwnership = { role: 'owner', name: null, locationIds: null, mayReadNumbers: false } as const;

/** The member by a membership. `open`: all open locations of the business. */
export function memberOf(
  { user, business }: Account,
  {
    role,
    name,
    locationIds,
    mayReadNumbers,
  }: Pick<MembershipRow, 'role' | 'name' | 'locationIds' | 'mayReadNumbers'>,
  open: LocationRecord[],
): Member {
  const given = locationIds === null ? open : open.filter(({ id }) => locationIds.includes(id));
  return { user, business, role, name, locationIds, given, seesNumbers: seesNumbers(role, mayReadNumbers) };
}
