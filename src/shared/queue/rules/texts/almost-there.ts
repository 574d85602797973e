/**
 * Rules of the "almost there" text, an optional setting. The text is sent once for each visit, when the
 * visit's position comes within the setting. The SMS credits of the turn text are kept for the turn text. Guests can never cause such
 * texts by joining and leaving: each is sent soon after staff moved the line and is paid for by an admit, and numbers
 * from one sender get few. Pure.
 */
import { changed, type Decided } from '../../decision.ts';
import { creditsNow } from '../credits.ts';
import type { Line } from '../line.ts';
import { costOfText, dialledNumber, obstacleToText, priceOf } from './texts.ts';
import {
  serviceOf,
  withCredits,
  withService,
  type AlmostThereBudget,
  type Location,
  type ServiceId,
  type Visit,
} from '../../state.ts';

/** The text expires after this time. */
const WORTH_FOR_MS = 600_000;

/** How long after a move of the line by staff guests are told, including the time in which the move can be undone. */
const AFTER_MOVE_MS = 2 * 60_000;
const HOUR_MS = 60 * 60_000;
/** The most texts in an hour to numbers that one network address gave. */
const TOLD_PER_SENDER_MAX = 3;

export const noAlmostThere: AlmostThereBudget = { movedAt: 0, admits: [], told: [] };

/**
 * How many positions from the front of the line get the text; 0 if the setting is off. Also 0 while an admit or a
 * removal can be undone, because undo would move others back.
 */
export function positionsToNotify(location: Location, service: { serviceId: ServiceId }): number {
  const { settings, undos } = serviceOf(location, service);
  const mayComeBack = undos.some(({ of }) => of === 'admit' || of === 'remove');
  return !mayComeBack && location.profile.closedAt === null ? (settings.nearlyAt ?? 0) : 0;
}

/** The location after staff have moved the line: by an admit, which pays for one text, or by a removal. */
export function movedByStaff(
  location: Location,
  visit: Visit,
  by: 'admit' | 'remove',
  now: number,
): Location {
  const { settings, almostThere } = serviceOf(location, visit);
  if (settings.nearlyAt === null) return location;
  const admits = almostThere.admits.filter((at) => now - at < HOUR_MS);
  const told = almostThere.told.filter(({ at }) => now - at < HOUR_MS);
  const after = { movedAt: now, admits: by === 'admit' ? [...admits, now] : admits, told };
  return withService(location, visit, { almostThere: after });
}

/** The location after an admit was undone: it pays for no text. */
export function admitTakenBack(location: Location, visit: Visit): Location {
  const { almostThere } = serviceOf(location, visit);
  if (almostThere.admits.length === 0) return location;
  return withService(location, visit, {
    almostThere: { ...almostThere, admits: almostThere.admits.slice(0, -1) },
  });
}

/** Whether staff have moved the line just now, and an admit is left to pay for the text. */
function isPaidByStaff(
  { movedAt, admits, told }: AlmostThereBudget,
  sender: string | null,
  now: number,
): boolean {
  if (now - movedAt > AFTER_MOVE_MS || !admits.some((at) => now - at < HOUR_MS)) return false;
  const ofSender = told.filter((text) => text.sender === sender && now - text.at < HOUR_MS);
  return sender === null || ofSender.length < TOLD_PER_SENDER_MAX;
}

/**
 * Whether the text can be sent to this guest, if the position is near enough. A guest who was called before does not
 * need it. `sender`: the hash of the network address that gave the number; null for a walk-in.
 */
export function canNotify(location: Location, visit: Visit, sender: string | null, now: number): boolean {
  if (!isPaidByStaff(serviceOf(location, visit).almostThere, sender, now)) return false;
  if (visit.status !== 'waiting' || visit.summonCount > 0 || visit.almostThereNotified) return false;
  return (
    obstacleToText(location, visit, now) === null && creditsToSpend(location, visit, now) >= priceOf(visit)
  );
}

/** The SMS credits without those that are kept for the guest's turn text. */
function creditsToSpend(location: Location, visit: Visit, now: number): number {
  return creditsNow(location, now).smsCredits - priceOf(visit);
}

/** Queues the text for a visit at this position and charges it at once; null if it is not sent now. */
export function notifyAlmostThere(
  location: Location,
  visit: Visit,
  { position, sender }: { position: number; sender: string | null },
  now: number,
): Decided | null {
  if (position > positionsToNotify(location, visit) || !canNotify(location, visit, sender, now)) return null;
  const { smsCredits } = location.credits;
  const cost = costOfText(visit, null, creditsToSpend(location, visit, now));
  const { almostThere } = serviceOf(location, visit);
  const [, ...admits] = almostThere.admits.filter((at) => now - at < HOUR_MS);
  const told = [...almostThere.told, { at: now, sender }];
  const paid = withService(withCredits(location, { smsCredits: smsCredits - cost.credits }), visit, {
    almostThere: { ...almostThere, admits, told },
  });
  return changed(paid, { ...visit, almostThereNotified: true }, 'almost_there_told', {
    effects: [
      {
        kind: 'almost_there_text',
        to: dialledNumber(visit),
        ...cost,
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
