import { useState } from 'react';
import type { LiveState } from '../../lib/live-socket.ts';

/**
 * Whether the page knows yet how its connection stands. Until the first socket is open, or has taken too long for it, there
 * is nothing true to say of it.
 */
export function useKnownConnection(connection: LiveState, settled: LiveState): boolean {
  const [isKnown, setKnown] = useState(false);
  if (!isKnown && (connection === 'live' || settled !== 'live')) setKnown(true);
  return isKnown;
}
