import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { request } from '../../../lib/api.ts';

/** The fields that are read from the guests' list of locations. `line` has the wait of a party that joins now. */
const quotes = z.object({
  addresses: z.array(
    z.object({
      locationId: z.string(),
      line: z.optional(z.object({ low: z.int(), high: z.int() })),
    }),
  ),
});

export const quoteKey = ['quote'] as const;

/** The wait of a party that joins now, in minutes, as guests see this wait. Undefined until the wait is loaded. */
export function useQuote(username: string, locationId: string): { low: number; high: number } | undefined {
  const { data } = useQuery({
    queryKey: [...quoteKey, username],
    queryFn: ({ signal }) =>
      request('GET', `/auth/business/${encodeURIComponent(username)}/addresses`, { schema: quotes, signal }),
    staleTime: 0,
  });
  return data?.addresses.find((one) => one.locationId === locationId)?.line;
}
