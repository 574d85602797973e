import { queryOptions, useQuery } from '@tanstack/react-query';
import { subscriptionAnswer, type SubscriptionView } from '../../../shared/contracts/billing.ts';
import { OWNER_POLL_MS } from '../../../shared/limits.ts';
import { request } from '../../lib/api.ts';

/** How the account pays (`GET /auth/subscription`). */
export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => request('GET', '/auth/subscription', { schema: subscriptionAnswer, signal }),
  refetchInterval: OWNER_POLL_MS,
});

/** Null for an account that pays nothing, and until the answer has come. */
export function useSubscription(): SubscriptionView | null {
  return useQuery(subscriptionQuery).data?.subscription ?? null;
}
