import { useEffect, useState } from 'react';
import type { LiveState } from '../../../lib/live-socket.ts';
import type { useMemberQuery } from '../../../member-area/member-query.ts';
import type { Choice } from './use-chosen-location.ts';

/** An answer that is older than this time is no longer current. The time is two poll intervals and a margin. */
const OLD_AFTER_MS = 25_000;

/**
 * Whether the shown data may be old: there is no live connection, and the last poll failed or was long ago. While the
 * polls succeed, the page shows no note about old data, because the badge of the connection already shows that there is
 * no live connection.
 */
export function useMayBeOld(
  connection: LiveState,
  { data, isError, refetch }: ReturnType<typeof useMemberQuery>,
): boolean {
  const isDown = connection !== 'live';
  const askedAtMs = data?.askedAtMs;
  const [isLongAgo, setLongAgo] = useState(false);

  // Polls at once after the socket was lost, because the last poll may be older than the socket's last message.
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

/**
 * Whether the state of a location's connection is known: the location's first socket has opened, or it did not open
 * within the expected time.
 */
export function useKnownConnection(
  locationId: string | undefined,
  connection: LiveState,
  stable: LiveState,
): boolean {
  const [known, setKnown] = useState<string>();
  if (known !== locationId && (connection === 'live' || stable !== 'live')) setKnown(locationId);
  return known !== undefined && known === locationId;
}

/**
 * Whether the data of the newly chosen location is current enough for actions. If the device slept or polls failed, the
 * data may be hours old. Old data is refetched, and the line is hidden until an answer or a socket message arrives. If
 * the refetch fails, the page shows the old data with a note that the data may be old.
 * @param knownAtMs time of the location's last data, on `performance.now()`
 */
export function useFreshLocation(
  chosen: Choice,
  knownAtMs: number,
  { errorUpdatedAt, refetch }: ReturnType<typeof useMemberQuery>,
): boolean {
  const isFresh = knownAtMs >= chosen.atMs - OLD_AFTER_MS || errorUpdatedAt >= chosen.onClockMs;
  useEffect(() => {
    if (!isFresh) void refetch({ cancelRefetch: false });
  }, [isFresh, refetch]);
  return isFresh;
}
