/**
 * Circuit breaker of the text provider. Pure. The breaker is open while the provider refuses our account or does not
 * answer. While the breaker is open, a single text now and then tests whether the provider works again.
 */
import type { textStops } from '../../../text/text-states.ts';

/** Times in epoch milliseconds. The provider is not called before `probeAt`. */
export type OpenBreaker = { reason: (typeof textStops)[number]; since: number; probeAt: number };

/** The open breaker (null while it is closed), and the number of consecutive calls without an answer. */
export type BreakerState = { held: OpenBreaker | null; unanswered: number };

/** What the result of a call says about the state of the provider. */
export type AttemptOutcome = 'answered' | 'stopped' | 'unanswered';

/**
 * The breaker opens after this number of consecutive calls without an answer, because one call without an answer may be
 * chance.
 */
const UNANSWERED_MAX = 5;
const PROBE_AFTER_MS = 30_000;

/** The breaker's state after a call to the provider. */
export function recordResult(
  { held, unanswered }: BreakerState,
  outcome: AttemptOutcome,
  now: number,
): BreakerState {
  switch (outcome) {
    case 'answered':
      return { held: null, unanswered: 0 };
    case 'stopped':
      return { held: openSince(held, 'account', now), unanswered: 0 };
    case 'unanswered': {
      const inARow = unanswered + 1;
      if (held !== null) return { held: openSince(held, held.reason, now), unanswered: inARow };
      return { held: inARow < UNANSWERED_MAX ? null : openSince(null, 'away', now), unanswered: inARow };
    }
  }
}

function openSince(before: OpenBreaker | null, reason: OpenBreaker['reason'], now: number): OpenBreaker {
  return { reason, since: before?.since ?? now, probeAt: now + PROBE_AFTER_MS };
}
