/**
 * The text that a guest's turn is near, where the owner asks for it: once a visit, when its place comes within the chosen
 * one. Pure. The turn's own text is worth more: the last SMS credit stays for it.
 */
import { creditsNow } from './credits.ts';
import type { Line } from './line.ts';
import { dialledNumber, obstacleToText } from './texts.ts';
import { changed, type Decided, type Effect, type Location, type Visit } from '../state.ts';

/** Later than that nobody needs to hear that the turn is near. */
const NEARLY_WORTH_MS = 600_000;

/** As many credits as there have to be. */
const CREDITS_MIN = 2;

/**
 * How many places from the door are told; 0 where the owner wants none, and while the last admit can be undone: nobody
 * should be told of a place that is taken back.
 */
export function placesToldNearly({ settings, undo, closedAt }: Location): number {
  return undo === null && closedAt === null ? (settings.nearlyAt ?? 0) : 0;
}

/** Whether a guest near enough can and should be told. Whoever was called before, and put back, knows. */
export function canBeTold(location: Location, visit: Visit, now: number): boolean {
  if (visit.status !== 'waiting' || visit.calls > 0) return false;
  return obstacleToText(location, visit, now) === null && creditsNow(location, now).smsCredits >= CREDITS_MIN;
}

/** Owes a visit at this place that text, paid from this moment; null where it is not to be told now. */
export function tellNearly(location: Location, visit: Visit, position: number, now: number): Decided | null {
  if (position > placesToldNearly(location) || !canBeTold(location, visit, now)) return null;
  return changed({ ...location, smsCredits: location.smsCredits - 1 }, visit, 'told_nearly', {
    effects: [
      { kind: 'nearly_text', to: dialledNumber(visit), dueAt: now, expiresAt: now + NEARLY_WORTH_MS },
    ],
    position,
  });
}

/** Whoever joins that near needs no text about it. */
export function nearFromTheStart(location: Location, line: Line): Effect[] {
  return line.length < placesToldNearly(location) ? [{ kind: 'near' }] : [];
}
