import { useState } from 'react';
import type { GivenRights } from '../../../shared/contracts/team.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { locationsOf, type AccountView } from '../../../shared/contracts/account/view.ts';
import { useMember } from '../../member-area/member-context.ts';

/** State of the rights in a form, for `RightsFields`. `isWhole`: whether the rights are complete and can be sent. */
export type RightsState = {
  rights: GivenRights;
  setRights: (rights: GivenRights) => void;
  isWhole: boolean;
};

/** Holds the rights in a form. The initial rights are `start` without removed locations. */
export function useRights(start: GivenRights): RightsState {
  const { user } = useMember();
  const [rights, setRights] = useState(() => {
    const isOpen = (id: string) => locationsOf(user).some((location) => location.id === id);
    return { ...start, locationIds: start.locationIds?.filter(isOpen) ?? null };
  });
  const isWhole = rights.locationIds === null || rights.locationIds.length > 0;
  return { rights, setRights, isWhole };
}

/** The words for the locations that a member may reach, and for the right to read phone numbers. */
export function wordsOfRights(
  { locationIds, mayReadNumbers }: { locationIds: string[] | null; mayReadNumbers: boolean },
  user: AccountView,
): string {
  const say = teamCopy.members;
  const addresses = locationsOf(user)
    .filter(({ id }) => locationIds?.includes(id))
    .map(({ address }) => address);
  const where = locationIds === null ? say.allLocations : addresses.join(' · ') || say.noLocation;
  return mayReadNumbers ? `${where} · ${say.seesNumbers}` : where;
}
