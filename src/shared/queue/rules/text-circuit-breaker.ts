/**
 * The circuit breaker of the texts, pure: while the provider refuses our account or answers nobody, calling it for each text
 * would only fail each. One text at a time finds out whether that is over.
 */
import type { textStops } from '../../text/text-states.ts';

/** Times in epoch milliseconds. `probeAt`: before it the provider is not called. */
export type OpenBreaker = { reason: (typeof textStops)[number]; since: number; probeAt: number };

/** The open breaker, null while it is closed, and how many calls in a row got no answer. */
export type BreakerState = { held: OpenBreaker | null; unanswered: number };

/** What an attempt says about the provider itself. */
export type AttemptOutcome = 'answered' | 'stopped' | 'unanswered';

/** One text that gets no answer may be chance. */
const UNANSWERED_MAX = 5;
const PROBE_AFTER_MS = 30_000;

/** What holds after a call, of a text or a question about one. */
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
