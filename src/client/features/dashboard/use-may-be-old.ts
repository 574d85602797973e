import { useEffect, useState } from 'react';
import type { LiveState } from '../../lib/live-socket.ts';
import type { useOwnerQuery } from '../../owner-area/owner-query.ts';

/** Two polls and a bit: an answer older than this, with no socket either, is not what the line looks like now. */
const OLD_AFTER_MS = 25_000;

/**
 * Whether what is shown may be old: there is no live connection, and the last poll failed or is long ago. While polls
 * come through, the list is fresh enough and the connection badge says all there is to say.
 */
export function useMayBeOld(
  connection: LiveState,
  { data, isError, refetch }: ReturnType<typeof useOwnerQuery>,
): boolean {
  const isDown = connection !== 'live';
  const askedAtMs = data?.askedAtMs;
  const [isLongAgo, setLongAgo] = useState(false);

  // The last poll may be from before the socket: the first one after its loss is not left to the rhythm.
  useEffect(() => {
    if (isDown) void refetch({ cancelRefetch: false });
  }, [isDown, refetch]);

  useEffect(() => {
    if (!isDown) return undefined;
    const timer = setTimeout(() => setLongAgo(true), OLD_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLongAgo(false);
    };
  }, [isDown, askedAtMs]);

  return isDown && (isError || isLongAgo);
}
