import { useEffect } from 'react';
import { OWNER_POLL_MS } from '../../../shared/limits.ts';
import type { useOwnerQuery } from '../../owner-area/owner-query.ts';
import type { Choice } from './use-chosen-location.ts';

/**
 * Whether what is known of the location just chosen can be worked with. While one location is live nothing asks about
 * the others: what the page last heard of them may be hours old, and its guests long gone. So they are asked for, and
 * until an answer or the socket has come there is no line to press on. Where no answer can be had, what is known is
 * shown after all: the page says then that it may be old.
 *
 * @param knownAtMs when the location was last heard of, on `performance.now()`
 */
export function useFreshLocation(
  chosen: Choice,
  knownAtMs: number,
  { errorUpdatedAt, refetch }: ReturnType<typeof useOwnerQuery>,
): boolean {
  const isFresh = knownAtMs >= chosen.atMs - OWNER_POLL_MS || errorUpdatedAt >= chosen.onClockMs;
  useEffect(() => {
    if (!isFresh) void refetch({ cancelRefetch: false });
  }, [isFresh, refetch]);
  return isFresh;
}
