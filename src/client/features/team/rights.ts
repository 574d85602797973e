import { useState } from 'react';
import type { ChangeMemberRequest } from '../../../shared/contracts/team.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { locationsOf, type AccountView } from '../../../shared/contracts/account/view.ts';

/** The rights that a form gives; the whole of `PATCH /auth/team/members/{id}`. */
export type Rights = ChangeMemberRequest;

/** State of the rights in a form, for `RightsFields`. `isWhole`: they can be sent. */
export type RightsState = { rights: Rights; setRights: (rights: Rights) => void; isWhole: boolean };

/** The rights that a form starts with, and those that the person then chooses. */
export function useRights(start: Rights): RightsState {
  const [rights, setRights] = useState(start);
  const isWhole = rights.locationIds === null || rights.locationIds.length > 0;
  return { rights, setRights, isWhole };
}

/** What a member reaches, and reads, in words. */
export function wordsOfRights(
  { locationIds, mayReadNumbers }: { locationIds: string[] | null; mayReadNumbers: boolean },
  user: AccountView,
): string {
  const say = teamCopy.members;
  const addresses = locationsOf(user)
    .filter(({ id }) => locationIds?.includes(id))
    .map(({ address }) => address);
  const where = locationIds === null ? say.allLocations : addresses.join(' · ');
  return mayReadNumbers ? `${where} · ${say.seesNumbers}` : where;
}
