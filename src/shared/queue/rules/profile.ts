/** Changes of a location's profile. Pure. */
import type { LocationEvent } from '../events.ts';
import type { Location, Profile } from '../state.ts';

/** The name of the business and the address of the location: the part of the profile that its owner can edit. */
export type EditableProfile = Pick<Profile, 'businessName' | 'address'>;

/**
 * Changes the name and the address from `from` to `to`. Compare-and-set: a location that no longer has the values of
 * `from` stays as it is, because a newer change has arrived first. Visits and customer keys contain neither of the two.
 */
export function changeProfile(
  location: Location,
  { from, to }: { from: EditableProfile; to: EditableProfile },
): Location {
  const { profile, version } = location;
  if (profile.businessName !== from.businessName || profile.address !== from.address) return location;
  return { ...location, profile: { ...profile, ...to }, version: version + 1 };
}

/** The event of a changed address. The name is that of the business, so no location has an event of its change. */
export function profileEvents(
  before: Location,
  after: Location,
  about: Pick<LocationEvent, 'at' | 'actor'>,
): LocationEvent[] {
  const isSame = before.profile.address === after.profile.address;
  return isSame ? [] : [{ visitId: null, kind: 'address_changed', ...about }];
}
