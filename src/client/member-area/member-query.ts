/** The session check and the member's data: `GET /auth/me` (`docs/spec.md` sections 2, 4 and 7). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { accountAnswer, type AccountView } from '../../shared/contracts/account/view.ts';
import { ApiError, request } from '../lib/api.ts';

/**
 * The member's data. `askedAtMs` is the request's time on `performance.now()`: the data includes all earlier changes.
 */
export type MemberSnapshot = { user: AccountView; askedAtMs: number };

/** A call that was sent before the app started (`entries/member-call.ts`). */
type EarlyCall = {
  /** When the call was sent, on `performance.now()`. */
  sentAtMs: number;
  response: Promise<Response>;
};

declare global {
  /** The early call, until the app takes it. */
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

/** Only the first call of the page can use the early one. */
function takeEarlyCall(): EarlyCall | undefined {
  const call = globalThis.earlyMemberCall;
  globalThis.earlyMemberCall = undefined;
  return call;
}

/** Null means logged out. A failed first check counts as logged out; a failed later one keeps the shown data. */
export const memberQuery = queryOptions({
  queryKey: memberKey,
  queryFn: ({ signal }) => askMember(signal),
  staleTime: 1_000,
});

/** @param pollMs poll interval, also in a hidden tab, because its title has the count; false: no polling */
export function useMemberQuery(pollMs: number | false = false) {
  return useQuery({ ...memberQuery, refetchInterval: pollMs, refetchIntervalInBackground: true });
}
