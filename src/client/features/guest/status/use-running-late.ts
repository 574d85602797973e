import { useState } from 'react';
import type { StatusAnswer } from '../../../../shared/contracts/guest.ts';

/** Less is the ordinary unrest of an estimate. */
const WORTH_TELLING_MS = 3 * 60_000;

/**
 * Whether the turn is expected clearly later than it was at first: a wait that grows says so instead of jumping up. Who
 * is moved back in line starts from a new expectation.
 */
export function useRunningLate({ position, estimatedWaitMinutes, serverNow }: StatusAnswer): boolean {
  const expectedAt = Date.parse(serverNow) + estimatedWaitMinutes * 60_000;
  const [first, setFirst] = useState({ position, expectedAt });
  if (position > first.position || expectedAt < first.expectedAt) setFirst({ position, expectedAt });
  else if (position < first.position) setFirst({ ...first, position });
  return expectedAt - first.expectedAt > WORTH_TELLING_MS;
}
