/** The sentences about a place in line, and the size of the picture of the line. Pure. */
import type { StatusAnswer } from '../../../../shared/contracts/guest.ts';
import type { PlaceCopy } from '../../../../shared/copy/en/place.ts';
import { roundedWait, toldRange } from '../../../../shared/time/rounded-wait.ts';

/** If at most this many parties are ahead, the page asks the guest to come back. */
const SOON_AHEAD = 2;
/**
 * The largest number of figures that fit into the picture. If more parties are ahead, the picture shows only the first
 * parties, and a number says how many parties are not drawn.
 */
const MAX_DRAWN = 5;

/** Whether the number of this position needs smaller digits. */
export function isLong(position: number): boolean {
  return position > 99;
}

/** The sentences of step 4 about the guest's place. A sentence that is not shown is undefined. */
export function placeWords(
  { status, wait }: PlaceCopy,
  { ahead, customer, estimatedWaitMinutes, estimate }: StatusAnswer,
): { ahead: string; parties: string | undefined; hint: string | undefined; wait: string } {
  const parties = wait.parties(ahead);
  const range = roundedWait(toldRange({ minutes: estimatedWaitMinutes, ...estimate }));
  const next = customer.waitingPreference === 'on_premises' ? status.nextOnPremises : status.next;
  return {
    ahead: status.ahead(ahead),
    parties: ahead > 1 ? wait.eachOnce(parties) : ahead > 0 ? parties : undefined,
    hint: ahead > SOON_AHEAD ? undefined : ahead > 0 ? status.soon : next,
    wait: range ? wait.minutes(...range) : wait.anyMoment,
  };
}

/**
 * The picture of a line. `shown`: the number of drawn parties ahead. `more`: the number of parties ahead that are not
 * drawn. `mine`: the guest's slot.
 */
export function lineSlots(ahead: number): { shown: number; more: number; mine: number } {
  const shown = ahead > MAX_DRAWN ? MAX_DRAWN - 1 : ahead;
  return { shown, more: ahead - shown, mine: Math.min(ahead, MAX_DRAWN) };
}
