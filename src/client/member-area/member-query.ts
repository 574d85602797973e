/** The session check and the member's data: `GET /auth/me` (`docs/spec.md` sections 2, 4 and 7). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { accountAnswer, type AccountView } from '../../shared/contracts/account/view.ts';
import { ApiError, request } from '../lib/api.ts';

/**
 * The member's data. `askedAtMs` is the time of the request on `performance.now()`. The data includes all changes
 * before this time.
 */
export type MemberSnapshot = { user: AccountView; askedAtMs: number };

/** A call that was sent before the app started (`entries/member-call.ts`). */
type EarlyCall = {
  /** The time at which the call was sent, on the clock of `performance.now()`. */
  sentAtMs: number;
  response: Promise<Response>;
};

declare global {
  /** The early call; undefined after the app has used it. */
  var earlyMemberCall: EarlyCall | undefined;
}

export const memberKey = ['member'] as const;

async function askMember(signal: AbortSignal): Promise<MemberSnapshot | null> {
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

/** Returns the early call when the page makes its first request; returns undefined for every further request. */
function takeEarlyCall(): EarlyCall | undefined {
  const call = globalThis.earlyMemberCall;
  globalThis.earlyMemberCall = undefined;
  return call;
}

/**
 * The query of the member's data. Null means logged out. If the first check fails, the person counts as logged out; if
 * a later check fails, the shown data is kept.
 */
export const memberQuery = queryOptions({
  queryKey: memberKey,
  queryFn: ({ signal }) => askMember(signal),
  staleTime: 1_000,
});

/** @param pollMs poll interval, or false for no polling; a hidden tab also polls, because its title shows a count */
export function useMemberQuery(pollMs: number | false = false) {
  return useQuery({ ...memberQuery, refetchInterval: pollMs, refetchIntervalInBackground: true });
}
