import { useState } from 'react';
import type { LiveState } from '../../lib/live-socket.ts';

/**
 * Whether the page knows yet how its connection to a location stands. Until the first socket is open, or has taken too
 * long for it, there is nothing true to say of it.
 */
export function useKnownConnection(
  locationId: string | undefined,
  connection: LiveState,
  settled: LiveState,
): boolean {
  const [known, setKnown] = useState<string>();
  if (known !== locationId && (connection === 'live' || settled !== 'live')) setKnown(locationId);
  return known !== undefined && known === locationId;
}
