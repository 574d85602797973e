import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { analytics } from '../../../shared/contracts/analytics.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { request } from '../../lib/api.ts';

/** How often the charts are asked for by themselves: midnight passes on a dashboard that is left open. */
const AGAIN_MS = 60_000;
/** A visit is counted a moment after it changed. */
const COUNTED_WITHIN_MS = 1_500;

/** The charts of a location; asked for again when visits were admitted or ended. */
export function useAnalytics(location: LocationView | undefined) {
  const id = location?.id;
  const query = useQuery({
    queryKey: ['analytics', id],
    queryFn: ({ signal }) => request('GET', `/auth/locations/${id}/analytics`, { schema: analytics, signal }),
    enabled: id !== undefined,
    // Charts can wait until there is a network: the page says that it is offline, and asks the line first.
    networkMode: 'online',
    refetchInterval: AGAIN_MS,
    staleTime: COUNTED_WITHIN_MS,
  });
  const { refetch } = query;
  const ended = (location?.admittedCustomers ?? []).concat(location?.removedCustomers ?? []);
  const changes = ended.map((visit) => `${visit.id} ${visit.status}`).join();
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => void refetch(), COUNTED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [id, changes, refetch]);
  return query;
}
