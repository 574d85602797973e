import { queryOptions, useQuery } from '@tanstack/react-query';
import { subscriptionAnswer, type SubscriptionView } from '../../../shared/contracts/billing.ts';
import { MEMBER_POLL_MS } from '../../../shared/limits.ts';
import { request } from '../../lib/api.ts';

/** The subscription of the account (`GET /auth/subscription`). */
export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => request('GET', '/auth/subscription', { schema: subscriptionAnswer, signal }),
  refetchInterval: MEMBER_POLL_MS,
});

/**
 * The account's subscription. Returns null if the account has no subscription, or until the subscription has loaded.
 */
export function useSubscription(): SubscriptionView | null {
  return useQuery(subscriptionQuery).data?.subscription ?? null;
}
