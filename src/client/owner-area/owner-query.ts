/** The session check and the owner's data in one: `GET /auth/me` (`docs/spec.md` sections 2, 4 and 7). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { accountAnswer, type AccountView } from '../../shared/contracts/account.ts';
import { ApiError, request } from '../lib/api.ts';

/** `askedAtMs` is on `performance.now()`: the answer knows everything that happened before it. */
export type OwnerSnapshot = { user: AccountView; askedAtMs: number };

export const ownerKey = ['owner'] as const;

async function askOwner(signal: AbortSignal): Promise<OwnerSnapshot | null> {
  const askedAtMs = performance.now();
  try {
    return {
      user: await request('GET', '/auth/me', { schema: accountAnswer, signal }),
      askedAtMs,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** `null` is "logged out". A failed first check counts as logged out, too; a failed later one keeps what is shown. */
export const ownerQuery = queryOptions({
  queryKey: ownerKey,
  queryFn: ({ signal }) => askOwner(signal),
  staleTime: 1_000,
});

/** @param pollMs asks again in this rhythm, also in a hidden tab (its title carries the count); false: never by itself */
export function useOwnerQuery(pollMs: number | false = false) {
  return useQuery({ ...ownerQuery, refetchInterval: pollMs, refetchIntervalInBackground: true });
}
