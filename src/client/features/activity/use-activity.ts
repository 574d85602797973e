import { useInfiniteQuery } from '@tanstack/react-query';
import { activityPage, type ActivityFilter, type ActivityPage } from '../../../shared/contracts/activity.ts';
import { request } from '../../lib/api.ts';

/** The query of a filter for the list and its file, such as `kind=moves`; '' for everything. */
export function queryOf({ actor, kind, day }: ActivityFilter): string {
  return new URLSearchParams({
    ...(actor && { actor }),
    ...(kind && { kind }),
    ...(day && { day }),
  }).toString();
}

/** The activity of a location, newest first, in pages. Undefined: there is no location. */
export function useActivity(locationId: string | undefined, filter: ActivityFilter) {
  const query = queryOf(filter);
  return useInfiniteQuery({
    queryKey: ['activity', locationId, query],
    queryFn: ({ pageParam, signal }) =>
      loadPage(`/auth/locations/${locationId}/activity?${query}`, pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next ?? null,
    enabled: locationId !== undefined,
    // While a filter changes, but not at another location, which has other people and another time zone.
    placeholderData: (before, query) => (query?.queryKey[1] === locationId ? before : undefined),
  });
}

const firstPage: number | null = null;

/** The next page with events. The server reads only a part of the log at a time, and may find nothing in it. */
async function loadPage(path: string, before: number | null, signal: AbortSignal): Promise<ActivityPage> {
  const part = before === null ? path : `${path}&before=${before}`;
  const page = await request('GET', part, { schema: activityPage, signal });
  const { events, next } = page;
  return events.length > 0 || next === undefined ? page : loadPage(path, next, signal);
}
