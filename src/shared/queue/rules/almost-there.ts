/**
 * Rules of the "almost there" text, an optional setting. The text is sent once for each visit, when the
 * visit's position comes within the setting. The last SMS credit is kept for the turn text. Pure.
 */
import { changed, type Decided } from '../decision.ts';
import { creditsNow } from './credits.ts';
import type { Line } from './line.ts';
import { creditsForText, dialledNumber, obstacleToText } from './texts.ts';
import { serviceOf, withCredits, type Location, type ServiceId, type Visit } from '../state.ts';

/** The text expires after this time. */
const WORTH_FOR_MS = 600_000;

/** The least SMS credits with which this text is sent. */
const CREDITS_MIN = 2;

/**
 * How many positions from the front of the line get the text; 0 if the setting is off. Also 0 while an admit or a
 * removal can be undone, because undo would move others back.
 */
export function positionsToNotify(location: Location, service: { serviceId: ServiceId }): number {
  const { settings, undos } = serviceOf(location, service);
  const mayComeBack = undos.some(({ of }) => of === 'admit' || of === 'remove');
  return !mayComeBack && location.profile.closedAt === null ? (settings.nearlyAt ?? 0) : 0;
}

/**
 * Whether the text can be sent to this guest, if the position is near enough. A guest who was called before does not
 * need it.
 */
export function canNotify(location: Location, visit: Visit, now: number): boolean {
  if (visit.status !== 'waiting' || visit.summonCount > 0 || visit.almostThereNotified) return false;
  return obstacleToText(location, visit, now) === null && creditsNow(location, now).smsCredits >= CREDITS_MIN;
}

/** Queues the text for a visit at this position and charges it at once; null if it is not sent now. */
export function notifyAlmostThere(
  location: Location,
  visit: Visit,
  position: number,
  now: number,
): Decided | null {
  if (position > positionsToNotify(location, visit) || !canNotify(location, visit, now)) return null;
  const { smsCredits } = location.credits;
  // Two credits only if one remains for the turn text.
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

/** Whether a party that joins now is already so near to the front that it needs no such text. */
export function isAlmostThereAtJoin(
  location: Location,
  service: { serviceId: ServiceId },
  line: Line,
): boolean {
  return line.length < positionsToNotify(location, service);
}
