import { useQueryClient } from '@tanstack/react-query';
import type { VisitView } from '../../../shared/queue-view.ts';
import { ApiError } from '../../lib/api.ts';
import { ownerKey, ownerQuery } from '../../owner-area/owner-query.ts';
import { isDone, visitIn, type Deed } from './deeds.ts';
import type { LiveView } from './live-view.ts';
import { liveKey } from './use-live-location.ts';

/**
 * What became of a deed whose call failed with `failure`. A call without an answer may have been heard all the same: the
 * visit is answered where it stands as it was to, by the socket or else by the owner's data, which is asked for. Throws
 * `failure` in every other case.
 */
export function useOutcome() {
  const queryClient = useQueryClient();
  return async (failure: unknown, locationId: string, deed: Deed): Promise<VisitView> => {
    if (!(failure instanceof ApiError) || failure.status !== 0) throw failure;
    const live = queryClient.getQueryData<LiveView>(liveKey(locationId))?.view;
    const told = live && visitIn(live, deed.visit.id);
    if (told !== undefined && isDone(told, deed)) return told;
    // An answer still on its way may be older than the deed.
    await queryClient.cancelQueries({ queryKey: ownerKey });
    // Where this fails, too, there is nothing better to tell than that the call failed.
    const owner = await queryClient.fetchQuery({ ...ownerQuery, staleTime: 0 }).catch(() => null);
    const location = owner?.user.locations.find(({ id }) => id === locationId);
    const asked = location && visitIn(location, deed.visit.id);
    if (asked === undefined || !isDone(asked, deed)) throw failure;
    return asked;
  };
}
