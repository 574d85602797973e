/** The session check and the owner's data: `GET /auth/me` (`docs/spec.md` sections 2, 4 and 7). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { accountAnswer, type AccountView } from '../../shared/contracts/account/view.ts';
import { ApiError, request } from '../lib/api.ts';

/**
 * The owner's data. `askedAtMs` is the request's time on `performance.now()`: the data includes all earlier changes.
 */
export type OwnerSnapshot = { user: AccountView; askedAtMs: number };

/** A call that was sent before the app started (`entries/owner-call.ts`). */
type EarlyCall = {
  /** When the call was sent, on `performance.now()`. */
  sentAtMs: number;
  response: Promise<Response>;
};

declare global {
  /** The early call, until the app takes it. */
  var earlyOwnerCall: EarlyCall | undefined;
}

export const ownerKey = ['owner'] as const;

async function askOwner(signal: AbortSignal): Promise<OwnerSnapshot | null> {
  const early = takeEarlyCall();
  const askedAtMs = early?.sentAtMs ?? performance.now();
  try {
    return {
      user: await request('GET', '/auth/me', { schema: accountAnswer, signal, sent: early?.response }),
      askedAtMs,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Only the first call of the page can use the early one. */
function takeEarlyCall(): EarlyCall | undefined {
  const call = globalThis.earlyOwnerCall;
  globalThis.earlyOwnerCall = undefined;
  return call;
}

/** Null means logged out. A failed first check counts as logged out; a failed later one keeps the shown data. */
export const ownerQuery = queryOptions({
  queryKey: ownerKey,
  queryFn: ({ signal }) => askOwner(signal),
  staleTime: 1_000,
});

/** @param pollMs poll interval, also in a hidden tab, because its title has the count; false: no polling */
export function useOwnerQuery(pollMs: number | false = false) {
  return useQuery({ ...ownerQuery, refetchInterval: pollMs, refetchIntervalInBackground: true });
}
