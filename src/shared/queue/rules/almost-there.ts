/**
 * Rules of the "almost there" text, which the owner may switch on: sent once a visit, when its position comes within
 * the setting. Pure. The last SMS credit is kept for the text of the turn.
 */
import { changed, type Decided } from '../decision.ts';
import { creditsNow } from './credits.ts';
import type { Line } from './line.ts';
import { creditsForText, dialledNumber, obstacleToText } from './texts.ts';
import { serviceOf, withCredits, type Location, type ServiceId, type Visit } from '../state.ts';

/** The text expires after this time. */
const WORTH_FOR_MS = 600_000;

/** The fewest SMS credits for this text. */
const CREDITS_MIN = 2;

/**
 * How many positions from the door get the text; 0 where the setting is off, and while the last admit can be undone,
 * which would take the positions back.
 */
export function positionsToNotify(location: Location, service: { serviceId: ServiceId }): number {
  const { settings, undo } = serviceOf(location, service);
  return undo === null && location.profile.closedAt === null ? (settings.nearlyAt ?? 0) : 0;
}

/** Whether a guest near enough can and should get the text. A guest who was called before does not need it. */
export function canNotify(location: Location, visit: Visit, now: number): boolean {
  if (visit.status !== 'waiting' || visit.summonCount > 0 || visit.almostThereNotified) return false;
  return obstacleToText(location, visit, now) === null && creditsNow(location, now).smsCredits >= CREDITS_MIN;
}

/** Adds the text to a visit at this position, paid at once; null where it is not to be sent now. */
export function notifyAlmostThere(
  location: Location,
  visit: Visit,
  position: number,
  now: number,
): Decided | null {
  if (position > positionsToNotify(location, visit) || !canNotify(location, visit, now)) return null;
  const { smsCredits } = location.credits;
  // As long as its credits leave one for the text of the turn.
  const credits = smsCredits > CREDITS_MIN ? creditsForText(location, visit, { ownWords: null, now }) : 1;
  const paid = withCredits(location, { smsCredits: smsCredits - credits });
  return changed(paid, { ...visit, almostThereNotified: true }, 'almost_there_told', {
    effects: [
      {
        kind: 'almost_there_text',
        to: dialledNumber(visit),
        credits,
        dueAt: now,
        expiresAt: now + WORTH_FOR_MS,
      },
    ],
    position,
    reason: 'near',
  });
}

/** Whether a party that joins now is near from the start and needs no text about it. */
export function isAlmostThereAtJoin(
  location: Location,
  service: { serviceId: ServiceId },
  line: Line,
): boolean {
  return line.length < positionsToNotify(location, service);
}
