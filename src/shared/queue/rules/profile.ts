/** Changes of a location's profile. Pure. */
import type { LocationEvent } from '../events.ts';
import type { Location, Profile } from '../state.ts';

/** The part of the profile that the owner can edit. */
export type EditableProfile = Pick<Profile, 'businessName' | 'address'>;

/**
 * Changes the name and the address from `from` to `to`. If the location no longer has the values of `from`, nothing
 * changes, because a newer change has arrived first.
 */
export function changeProfile(
  location: Location,
  { from, to }: { from: EditableProfile; to: EditableProfile },
): Location {
  const { profile, version } = location;
  if (profile.businessName !== from.businessName || profile.address !== from.address) return location;
  return { ...location, profile: { ...profile, ...to }, version: version + 1 };
}

/** The event of a changed address. A change of the name is not logged, because the name belongs to the business. */
export function profileEvents(
  before: Location,
  after: Location,
  about: Pick<LocationEvent, 'at' | 'actor'>,
): LocationEvent[] {
  const isSame = before.profile.address === after.profile.address;
  return isSame ? [] : [{ visitId: null, kind: 'address_changed', ...about }];
}
