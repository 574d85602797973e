/**
 * Rules of the "almost there" text, an optional setting. The text is sent once for each visit, when the visit's
 * position is not behind the setting's. The SMS credits that the turn text needs are not spent. Guests cannot cause
 * these texts by joining and leaving: a text is sent only after staff moved the line, only to a guest whom this move
 * brought near the front, and each admit allows one text. Numbers from one sender get few of these texts. Pure.
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

/**
 * The time after a move of the line by staff in which guests get these texts. It includes the seconds in which the move
 * can be undone.
 */
const AFTER_MOVE_MS = 2 * 60_000;
const HOUR_MS = 60 * 60_000;
/**
 * The most texts in an hour to numbers that came from one network: an IPv4 address or a /64, a /56, a /48
 * (`senders.ts`).
 */
const TOLD_PER_NETWORK_MAX = [3, 6, 12] as const;

export const noAlmostThere: AlmostThereBudget = { movedAt: 0, near: [], admits: [], told: [] };

function isInLastHour(at: number, now: number): boolean {
  return now - at < HOUR_MS;
}

/**
 * How many positions from the front of the line get the text; 0 if the setting is off. Also 0 while an admit or a
 * removal can be undone, because an undo would move the visits behind the returned visit back.
 */
export function positionsToNotify(location: Location, service: { serviceId: ServiceId }): number {
  const { settings, undos } = serviceOf(location, service);
  const mayComeBack = undos.some(({ of }) => of === 'admit' || of === 'remove');
  return !mayComeBack && location.profile.closedAt === null ? (settings.nearlyAt ?? 0) : 0;
}

/**
 * The location after staff have moved the line: by an admit, which allows one text, or by a removal. The visits that
 * are near the front now may get the text. A visit that comes near later, because a guest left, does not get it. `line`
 * may contain this visit or not.
 */
export function movedByStaff(
  location: Location,
  visit: Visit,
  { by, line }: { by: 'admit' | 'remove'; line: Line },
  now: number,
): Location {
  const { settings, almostThere } = serviceOf(location, visit);
  if (settings.nearlyAt === null) return location;
  const admits = almostThere.admits.filter((at) => isInLastHour(at, now));
  const told = almostThere.told.filter(({ at }) => isInLastHour(at, now));
  const near = line.visits.filter(({ id }) => id !== visit.id).slice(0, settings.nearlyAt);
  const after = {
    movedAt: now,
    near: near.map(({ id }) => id),
    admits: by === 'admit' ? [...admits, now] : admits,
    told,
  };
  return withService(location, visit, { almostThere: after });
}

/** The location after an admit was undone, without the text that this admit allowed. */
export function admitTakenBack(location: Location, visit: Visit): Location {
  const { almostThere } = serviceOf(location, visit);
  if (almostThere.admits.length === 0) return location;
  return withService(location, visit, {
    almostThere: { ...almostThere, admits: almostThere.admits.slice(0, -1) },
  });
}

/** Whether staff brought this visit near the front a short time ago, and an admit allows one more text. */
function isPaidByStaff({ movedAt, near, admits }: AlmostThereBudget, { id }: Visit, now: number): boolean {
  return now - movedAt <= AFTER_MOVE_MS && near.includes(id) && admits.some((at) => isInLastHour(at, now));
}

/**
 * Whether the texts of the last hour to numbers from each of these networks (the narrowest first) are below the limit.
 */
function isWithinSender({ told }: AlmostThereBudget, networks: readonly string[], now: number): boolean {
  return networks.every((network, width) => {
    const ofNetwork = told.filter(
      ({ at, networks: from }) => from[width] === network && isInLastHour(at, now),
    );
    return ofNetwork.length < (TOLD_PER_NETWORK_MAX[width] ?? 0);
  });
}

/**
 * Whether the text can be sent to this guest, apart from the position in line. A guest who was called before does not
 * need this text. `networks`: the hashes of the networks from which the guest joined; none for a walk-in.
 */
export function canNotify(
  location: Location,
  visit: Visit,
  networks: readonly string[],
  now: number,
): boolean {
  const { almostThere } = serviceOf(location, visit);
  if (!isPaidByStaff(almostThere, visit, now) || !isWithinSender(almostThere, networks, now)) return false;
  if (visit.status !== 'waiting' || visit.summonCount > 0 || visit.almostThereNotified) return false;
  return (
    obstacleToText(location, visit, now) === null && creditsToSpend(location, visit, now) >= priceOf(visit)
  );
}

/** The SMS credits that can be spent on this text: all except the credits for the guest's turn text. */
function creditsToSpend(location: Location, visit: Visit, now: number): number {
  return creditsNow(location, now).smsCredits - priceOf(visit);
}

/** Queues the text for a visit at this position and charges it at once; null if the text cannot be sent now. */
export function notifyAlmostThere(
  location: Location,
  visit: Visit,
  { position, networks }: { position: number; networks: readonly string[] },
  now: number,
): Decided | null {
  if (position > positionsToNotify(location, visit) || !canNotify(location, visit, networks, now))
    return null;
  const { smsCredits } = location.credits;
  const cost = costOfText(visit, null, creditsToSpend(location, visit, now));
  const { almostThere } = serviceOf(location, visit);
  const [, ...admits] = almostThere.admits.filter((at) => isInLastHour(at, now));
  const told = [...almostThere.told, { at: now, networks }];
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
