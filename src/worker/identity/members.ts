/** Members of a business: a user with a role and the locations that the member may reach. */
import type { Actor } from '../../shared/queue/events.ts';
import { seesNumbers, type Role } from '../../shared/roles.ts';
import type { locations } from '../db/schema/locations.ts';
import type { Account, MembershipRow } from './accounts.ts';

/** A row of the table `locations`. */
export type LocationRecord = typeof locations.$inferSelect;

/**
 * A member of a business. `given`: the open locations that the member may reach, by slot; the business may have more
 * open locations. `locationIds`, `name`: as in the membership.
 */
export type Member = Account & {
  role: Role;
  name: string | null;
  locationIds: string[] | null;
  given: LocationRecord[];
  seesNumbers: boolean;
};

/** The actor of a member's commands, for the log of events. */
export function actorOf({ role, userId }: { role: Role; userId: string }): Actor {
  return { kind: role === 'owner' ? 'owner' : 'member', id: userId };
}

/** The fields of a new owner's membership. */
export const newOwnership = { role: 'owner', name: null, locationIds: null, mayReadNumbers: false } as const;

/** Builds the member from a membership. `open`: all open locations of the business. */
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
