/**
 * Chooses the next step at a location of the demo business. Pure. The demo takes these steps while `npm start` runs,
 * and the demo's past is made of the same steps.
 */
import type { Visit } from '../../src/shared/queue/state.ts';
import { habitsOf, isDemoGuest, nextGuest, type Joining } from './guests.ts';
import type { Random } from './random.ts';

/** A waiting or admitted party. */
export type PartyThere = Pick<
  Visit,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'waitingPreference'
  | 'status'
  | 'joinedAt'
  | 'admittedAt'
  | 'holdExpired'
  | 'onMyWayAt'
  | 'moreTimeAt'
>;

/**
 * How busy a location is: the lowest and the highest number of waiting parties, and the mean times between joins and
 * between admits.
 */
export type Rush = { least: number; most: number; joinEveryMs: number; admitEveryMs: number };

export type StaffStep = { kind: 'admit' | 'remove' | 'arrived' | 'no-show'; visitId: string };
export type GuestStep =
  | { kind: 'leave' | 'on-my-way'; visitId: string }
  /** `position`: the last place in line that the guest accepts. */
  | { kind: 'more-time'; visitId: string; position: number };
export type Step = { kind: 'join'; party: Joining } | StaffStep | GuestStep;

export function isGuestStep(step: StaffStep | GuestStep): step is GuestStep {
  return step.kind === 'leave' || step.kind === 'on-my-way' || step.kind === 'more-time';
}

/** The time of a look at a location (epoch milliseconds), and the time since the previous look (milliseconds). */
export type Look = { now: number; sinceMs: number };

/**
 * The next step at a location with these parties; null: no step now. The waiting parties are in the order of the line.
 * `isPossible`: returns true if the step can be taken. Guests who do not belong to the demo are admitted in turn. The
 * demo takes no other step for these guests.
 */
export function nextStep(
  parties: readonly PartyThere[],
  rush: Rush,
  { now, sinceMs }: Look,
  random: Random,
  isPossible: (step: StaffStep | GuestStep) => boolean,
): Step | null {
  const line = parties.filter(({ status }) => status === 'waiting');
  // A line with fewer than `rush.least` parties is filled first. After an owner's actions, the next steps of several
  // guests may be due. Each look takes only one step, so these steps would delay the joins if they came first.
  if (line.length < rush.least) return joining(parties, random);
  for (const party of parties.filter(isDemoGuest)) {
    const step = party.status === 'waiting' ? whileWaiting(party, line, rush, now) : onceAdmitted(party, now);
    if (step !== null && isPossible(step)) return step;
  }
  const joins = line.length < rush.most && random.chance(sinceMs / rush.joinEveryMs);
  if (joins) return joining(parties, random);
  const [first] = line;
  if (first === undefined || line.length <= rush.least || !random.chance(sinceMs / rush.admitEveryMs))
    return null;
  const isGone = isDemoGuest(first) && habitsOf(first).isGone;
  return { kind: isGone ? 'remove' : 'admit', visitId: first.id };
}

function joining(parties: readonly PartyThere[], random: Random): Step | null {
  const party = nextGuest(parties, random);
  return party && { kind: 'join', party };
}

function whileWaiting(
  party: PartyThere,
  line: readonly PartyThere[],
  { least }: Rush,
  now: number,
): GuestStep | null {
  const { id: visitId, joinedAt, moreTimeAt, waitingPreference } = party;
  const { givesUpAfterMs, asksForMoreTime } = habitsOf(party);
  const hasPatience = givesUpAfterMs === null || now < joinedAt + givesUpAfterMs;
  if (!hasPatience && line.length > least) return { kind: 'leave', visitId };
  const isNext = line[0]?.id === visitId && line.length > 1;
  const wantsTime = asksForMoreTime && moreTimeAt === null && waitingPreference === 'wait_anywhere';
  return isNext && wantsTime ? { kind: 'more-time', visitId, position: line.length } : null;
}

function onceAdmitted(party: PartyThere, now: number): StaffStep | GuestStep | null {
  const { id: visitId, admittedAt, holdExpired, onMyWayAt, waitingPreference } = party;
  const { answersAfterMs, arrivesAfterMs } = habitsOf(party);
  const sinceTurnMs = now - (admittedAt ?? now);
  if (arrivesAfterMs !== null && sinceTurnMs >= arrivesAfterMs) return { kind: 'arrived', visitId };
  if (holdExpired) return { kind: 'no-show', visitId };
  const answers = answersAfterMs !== null && sinceTurnMs >= answersAfterMs && onMyWayAt === null;
  return answers && waitingPreference === 'wait_anywhere' ? { kind: 'on-my-way', visitId } : null;
}
