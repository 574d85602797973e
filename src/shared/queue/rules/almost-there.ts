/**
 * The text that a guest's turn is near, where the owner asks for it: once a visit, when its place comes within the chosen
 * one. Pure. The turn's own text is worth more: the last SMS credit stays for it.
 */
import { changed, type Decided } from '../decision.ts';
import { creditsNow } from './credits.ts';
import type { Line } from './line.ts';
import { dialledNumber, obstacleToText } from './texts.ts';
import { serviceOf, withCredits, type Location, type ServiceId, type Visit } from '../state.ts';

/** Later than that nobody needs to hear that the turn is near. */
const NEARLY_WORTH_MS = 600_000;

/** As many credits as there have to be. */
const CREDITS_MIN = 2;

/**
 * How many places from the door are told; 0 where the owner wants none, and while the last admit can be undone: nobody
 * should be told of a place that is taken back.
 */
export function positionsToldAlmostThere(location: Location, service: { serviceId: ServiceId }): number {
  const { settings, undo } = serviceOf(location, service);
  return undo === null && location.profile.closedAt === null ? (settings.nearlyAt ?? 0) : 0;
}

/** Whether a guest near enough can and should be told. Whoever was called before, and put back, knows. */
export function canBeTold(location: Location, visit: Visit, now: number): boolean {
  if (visit.status !== 'waiting' || visit.calls > 0 || visit.nearlyTold) return false;
  return obstacleToText(location, visit, now) === null && creditsNow(location, now).smsCredits >= CREDITS_MIN;
}

/** Owes a visit at this place that text, paid from this moment; null where it is not to be told now. */
export function tellAlmostThere(
  location: Location,
  visit: Visit,
  position: number,
  now: number,
): Decided | null {
  if (position > positionsToldAlmostThere(location, visit) || !canBeTold(location, visit, now)) return null;
  const paid = withCredits(location, { smsCredits: location.credits.smsCredits - 1 });
  return changed(paid, { ...visit, nearlyTold: true }, 'told_nearly', {
    effects: [
      { kind: 'nearly_text', to: dialledNumber(visit), dueAt: now, expiresAt: now + NEARLY_WORTH_MS },
    ],
    position,
    reason: 'near',
  });
}

/** Whether a party that joins behind this line is near from the start, and needs no text about it. */
export function isAlmostThereAtJoin(
  location: Location,
  service: { serviceId: ServiceId },
  line: Line,
): boolean {
  return line.length < positionsToldAlmostThere(location, service);
}
