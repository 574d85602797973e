import { useQueryClient } from '@tanstack/react-query';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { ApiError } from '../../../lib/api.ts';
import { memberKey, memberQuery } from '../../../member-area/member-query.ts';
import { visitIn } from '../live/apply-change.ts';
import type { LiveView } from '../live/live-view.ts';
import { isDone, type PendingAction } from '../live/predict.ts';
import { liveKey } from '../live/use-live-location.ts';

/**
 * After the call of an action has failed with `failure`, finds out whether the action took effect. After a lost answer,
 * returns the visit if the socket or a refetch shows the visit as predicted. Throws `failure` in every other case.
 */
export function useVerifyAfterFailure() {
  const queryClient = useQueryClient();
  return async (
    failure: unknown,
    locationId: string,
    { action, prediction }: PendingAction,
  ): Promise<VisitView> => {
    if (!(failure instanceof ApiError) || failure.status !== 0) throw failure;
    const live = queryClient.getQueryData<LiveView>(liveKey(locationId))?.view;
    const told = live && visitIn(live, action.visit.id);
    if (told !== undefined && isDone(told, prediction)) return told;
    // A pending refetch may be older than the action.
    await queryClient.cancelQueries({ queryKey: memberKey });
    // If the refetch also fails, the call's own failure is reported.
    const member = await queryClient.fetchQuery({ ...memberQuery, staleTime: 0 }).catch(() => null);
    const location = member?.user.locations.find(({ id }) => id === locationId);
    const asked = location && visitIn(location, action.visit.id);
    if (asked === undefined || !isDone(asked, prediction)) throw failure;
    return asked;
  };
}
