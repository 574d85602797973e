/**
 * Rules of the "almost there" text. The text is sent only if the owner has switched on its setting. Each visit gets the
 * text at most once. The text is sent only if the visit's position in line is not behind the position in the setting
 * (`nearlyAt`). This text never uses the SMS credits that the guest's turn text needs. Guests cannot cause these texts
 * by joining and leaving. A text is sent only after staff moved the line by an admit or a removal, and only to a guest
 * who is near the front directly after this move. Each admission allows one text. Guests who joined from the same
 * network get only a few of these texts in an hour. Pure.
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

const WORTH_FOR_MS = 600_000;

/**
 * An "almost there" text is sent only within this time after staff moved the line by an admit or a removal. The time
 * includes the seconds in which the move can be undone.
 */
const AFTER_MOVE_MS = 2 * 60_000;
const HOUR_MS = 60 * 60_000;
/**
 * The most texts in an hour to guests who joined from one network. The three limits are for an IPv4 address or an IPv6
 * /64, for a /56, and for a /48.
 */
const TOLD_PER_NETWORK_MAX = [3, 6, 12] as const;

export const noAlmostThere: AlmostThereBudget = { movedAt: 0, near: [], admits: [], told: [] };

function isInLastHour(at: number, now: number): boolean {
  return now - at < HOUR_MS;
}

/**
 * The last position in line that gets the text; 0 if the setting is off. The result is also 0 while an admit or a
 * removal can be undone, because an undo would move visits back.
 */
export function positionsToNotify(location: Location, service: { serviceId: ServiceId }): number {
  const { settings, undos } = serviceOf(location, service);
  const mayComeBack = undos.some(({ of }) => of === 'admit' || of === 'remove');
  return !mayComeBack && location.profile.closedAt === null ? (settings.nearlyAt ?? 0) : 0;
}

/**
 * The location after staff have moved the line by an admit or a removal. An admit also allows one text. Only visits
 * that are near the front after this move may get the text. If `line` still contains `visit` itself, the function
 * ignores `visit` there.
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

/** The location after an admit was undone. The text that this admit allowed is no longer allowed. */
export function admitTakenBack(location: Location, visit: Visit): Location {
  const { almostThere } = serviceOf(location, visit);
  if (almostThere.admits.length === 0) return location;
  return withService(location, visit, {
    almostThere: { ...almostThere, admits: almostThere.admits.slice(0, -1) },
  });
}

/**
 * Whether an admit allows one more text, and this visit was near the front after the last move by staff, a short time
 * ago.
 */
function isPaidByStaff({ movedAt, near, admits }: AlmostThereBudget, { id }: Visit, now: number): boolean {
  return now - movedAt <= AFTER_MOVE_MS && near.includes(id) && admits.some((at) => isInLastHour(at, now));
}

/** Whether each of these networks (the narrowest first) is below its limit of texts in the last hour. */
function isWithinSender({ told }: AlmostThereBudget, networks: readonly string[], now: number): boolean {
  return networks.every((network, width) => {
    const ofNetwork = told.filter(
      ({ at, networks: from }) => from[width] === network && isInLastHour(at, now),
    );
    return ofNetwork.length < (TOLD_PER_NETWORK_MAX[width] ?? 0);
  });
}

/**
 * Whether the text can be sent to this guest. The position in line is not checked here. `networks`: the hashes of the
 * networks from which the guest joined; empty for a walk-in.
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

/** The SMS credits that this text may use: all except the credits for the guest's turn text. */
function creditsToSpend(location: Location, visit: Visit, now: number): number {
  return creditsNow(location, now).smsCredits - priceOf(visit);
}

/** Queues and charges the text for a visit at this position; null if the text cannot be sent now. */
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

/** Whether a party that joins now needs no "almost there" text, because the party is already near the front. */
export function isAlmostThereAtJoin(
  location: Location,
  service: { serviceId: ServiceId },
  line: Line,
): boolean {
  return line.length < positionsToNotify(location, service);
}
