import { useInfiniteQuery } from '@tanstack/react-query';
import { activityPage, type ActivityFilter, type ActivityPage } from '../../../shared/contracts/activity.ts';
import { request } from '../../lib/api.ts';

/** The query string of a filter, such as `kind=moves`, for the list and for its file. '' if nothing is filtered. */
export function queryOf({ actor, kind, day }: ActivityFilter): string {
  return new URLSearchParams({
    ...(actor && { actor }),
    ...(kind && { kind }),
    ...(day && { day }),
  }).toString();
}

/** The activity of a location, newest first, in pages. Nothing is loaded if `locationId` is undefined. */
export function useActivity(locationId: string | undefined, filter: ActivityFilter) {
  const query = queryOf(filter);
  return useInfiniteQuery({
    queryKey: ['activity', locationId, query],
    queryFn: ({ pageParam, signal }) =>
      loadPage(`/auth/locations/${locationId}/activity?${query}`, pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next ?? null,
    enabled: locationId !== undefined,
    // Shows the previous events while the events of a changed filter load. After a change of the location, the list
    // does not show the previous location's events, because the locations differ in people and time zone.
    placeholderData: (before, query) => (query?.queryKey[1] === locationId ? before : undefined),
  });
}

const firstPage: number | null = null;

/**
 * Loads the next page that has events. The server reads only a part of the log for each page, and may find no event in
 * this part.
 */
async function loadPage(path: string, before: number | null, signal: AbortSignal): Promise<ActivityPage> {
  const part = before === null ? path : `${path}&before=${before}`;
  const page = await request('GET', part, { schema: activityPage, signal });
  const { events, next } = page;
  return events.length > 0 || next === undefined ? page : loadPage(path, next, signal);
}
