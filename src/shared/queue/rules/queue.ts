/**
 * Rules of one location's line: who may join, the position of each visit, who leaves. Pure: clock, ids and storage are
 * arguments. The changes of status (`docs/decisions/0002-states-order-and-hold.md`):
 *
 * - waiting -> admitted | left | removed
 * - admitted -> arrived | no_show | waiting (put back, more time, undone)
 * - left | removed -> waiting (recalled; after `removed` also undone)
 * - arrived | no_show -> admitted (undone, recalled)
 */
import type { EventReason } from '../events.ts';
import {
  changed,
  refused,
  unchanged,
  type Decided,
  type Decision,
  type Effect,
  type Refusal,
} from '../decision.ts';
import type { RefusalCode } from '../../copy/en/refusals.ts';
import { hasCreditToJoin, refusalToReserve, reserveCredit, returnCredit, trialOver } from './credits.ts';
import {
  forgetJoin,
  promiseWait,
  recordDeparture,
  recordLeaving,
  recordLength,
  type PaceModel,
  type ToldWait,
} from './estimate/estimate.ts';
import { RANK_STEP, type Line } from './line.ts';
import { isAlmostThereAtJoin, movedByStaff } from './texts/almost-there.ts';
import type { IsOpenAt } from '../../time/opening-hours.ts';
import { insertAt } from './insert-at.ts';
import { isRemovalHidden, offerUndo, withLearnedPace, withoutUndoOf } from './undo.ts';
import {
  serviceOf,
  withService,
  type Location,
  type Newcomer,
  type ServiceId,
  type Visit,
} from '../state.ts';

/**
 * Why no guest may join now, if this number of parties is waiting; null if guests may join. If there are several
 * reasons, returns the reason that usually lasts longest.
 */
export function refusalToJoin(
  location: Location,
  service: { serviceId: ServiceId },
  waiting: number,
  now: number,
  isOpenAt: IsOpenAt,
): RefusalCode | null {
  const closed = refusalOfLocation(location, now);
  if (closed !== null) return closed;
  const { hours, timezone } = location.settings;
  const { paused, capacity } = serviceOf(location, service).settings;
  if (paused) return 'joining_paused';
  if (hours !== null && !isOpenAt(hours, timezone, now)) return 'outside_hours';
  if (capacity !== null && waiting >= capacity) return 'queue_full';
  // Guests also get 'no_credits' if the mailbox is unconfirmed, because only the owner can help in both cases.
  return hasCreditToJoin(location) ? null : 'no_credits';
}

/**
 * A party joins at the end of the line and reserves one customer credit. `refusalOfSender` checks whether the sender
 * joins too often (`senders.ts`). This check runs after all other checks.
 */
export function join(
  location: Location,
  newcomer: Newcomer,
  {
    line,
    refusalOfSender,
    isOpenAt,
  }: { line: Line; refusalOfSender: () => Refusal | null; isOpenAt: IsOpenAt },
  now: number,
): Decision {
  const refusal = refusalToJoin(location, newcomer, line.length, now, isOpenAt);
  if (refusal !== null) return refused(refusal);
  // A later release could check here whether the guest is at the location, for example by a code at the door.
  const bySender = refusalOfSender();
  if (bySender !== null) return bySender;
  const entered = enter(location, newcomer, { line, event: 'joined' }, now);
  return { ...entered, effects: [...entered.effects, ...consentTo(newcomer)] };
}

/**
 * Staff add a walk-in at the end of the line. A walk-in costs a customer credit or adds to the debt. Pause, opening
 * hours and capacity do not apply to walk-ins. `told`: the wait that staff told the guest instead of the estimate.
 */
export function addWalkIn(
  location: Location,
  newcomer: Newcomer,
  line: Line,
  now: number,
  told?: ToldWait,
): Decision {
  const refusal = refusalOfLocation(location, now) ?? refusalToReserve(location, now);
  if (refusal !== null) return refused(refusal);
  return enter(location, newcomer, { line, event: 'added', told }, now);
}

/** Staff remove a waiting party. The reserved customer credit is returned if no admission has spent it. */
export function remove(location: Location, visit: Visit, line: Line, now: number): Decision {
  const offered = offerUndo(location, visit, 'remove', now);
  return endWaiting(movedByStaff(offered, visit, { by: 'remove', line }, now), visit, line, 'removed', now);
}

/**
 * Staff remove a waiting visit that belongs to no real guest (a false join). False joins are not counted in charts and
 * figures, and do not change the pace.
 */
export function discard(location: Location, visit: Visit, line: Line, now: number): Decision {
  const offered = offerUndo(location, visit, 'remove', now);
  return endWaiting(offered, { ...visit, discarded: true }, line, 'removed', now, 'no_guest');
}

/** A waiting guest leaves. Idempotent. */
export function leave(location: Location, visit: Visit, line: Line, now: number): Decision {
  if (visit.status === 'left') return unchanged(location, visit);
  if (!isRemovalHidden(location, visit, now)) return endWaiting(location, visit, line, 'left', now);
  // Staff have removed the guest, but the guest's page does not show the removal yet, and now the guest leaves. The
  // undo offer is deleted, because an undo must not return a guest who has left.
  const left = ended(visit, 'left', now);
  return changed(withoutUndoOf(location, visit), left.visit, 'left', { effects: left.effects });
}

/** Ends a visit whose wait has expired (`due-commands.ts`). Null for a visit that does not wait. */
export function endWait(location: Location, visit: Visit, line: Line, now: number): Decided | null {
  const decision = endWaiting(location, { ...visit, waitExpired: true }, line, 'removed', now, 'wait_over');
  return decision.ok ? decision : null;
}

/**
 * Moves a waiting party to a position in line, counted from 1. A position beyond the last position means the end of the
 * line.
 */
export function move(location: Location, visit: Visit, line: Line, position: number): Decision {
  const refusal = refusalUnlessWaiting(visit);
  if (refusal !== null) return refused(refusal);
  const target = Math.min(position, line.length);
  const fromPosition = line.positionOf(visit.id);
  if (target === fromPosition) return unchanged(location, visit);
  const placed = insertAt(location, line, visit, target);
  return changed(placed.location, { ...visit, rank: placed.rank, moved: true }, 'moved', {
    position: target,
    fromPosition,
    ranks: placed.ranks,
  });
}

/** Moves a waiting party one position back. */
export function skip(location: Location, visit: Visit, line: Line): Decision {
  const refusal = refusalUnlessWaiting(visit);
  if (refusal !== null) return refused(refusal);
  const position = line.positionOf(visit.id);
  if (position === line.length) return refused('already_last');
  return move(location, visit, line, position + 1);
}

/** Changes the waiting preference of a guest in line, or of a guest whose removal is still hidden. */
export function changePreference(
  location: Location,
  visit: Visit,
  line: Line,
  choice: Pick<Visit, 'waitingPreference' | 'phoneNumber' | 'textNumber' | 'language'>,
  now: number,
): Decision {
  const refusal = isRemovalHidden(location, visit, now) ? null : refusalUnlessWaiting(visit);
  if (refusal !== null) return refused(refusal);
  const { waitingPreference, language } = choice;
  // If the new number is empty, the visit keeps its earlier number, because the guest may change the preference again.
  const { phoneNumber, textNumber } = choice.phoneNumber === '' ? visit : choice;
  const isSameWay = waitingPreference === visit.waitingPreference && phoneNumber === visit.phoneNumber;
  if (isSameWay && language === visit.language) return unchanged(location, visit);
  const chosen: Visit = { ...visit, waitingPreference, phoneNumber, textNumber, language };
  return changed(location, chosen, 'preference_changed', {
    // No consent is stored if only the language changes, because the guest gives no number.
    effects: isSameWay ? [] : consentTo(choice),
    position: line.positionOf(visit.id),
  });
}

/**
 * Closes the location permanently: nobody may join, and every waiting visit is removed. Returns the removed
 * visits with their effects, and the final location. Idempotent.
 */
export function close(
  location: Location,
  waiting: readonly Visit[],
  lineOf: (service: { serviceId: ServiceId }) => Line,
  now: number,
): { location: Location; removed: Decided[] } {
  const removed: Decided[] = [];
  const profile = { ...location.profile, closedAt: location.profile.closedAt ?? now };
  let after: Location = { ...location, profile };
  for (const serviceId of Object.keys(location.services))
    after = withService(after, { serviceId }, { undos: [], onDuty: [] });
  for (const visit of waiting) {
    const decision = endWaiting(after, visit, lineOf(visit), 'removed', now, 'location_closed');
    if (!decision.ok) throw new Error(`a waiting visit could not be removed: ${decision.code}`);
    after = decision.location;
    removed.push(decision);
  }
  return { location: after, removed };
}

export function refusalUnlessWaiting(visit: Visit): RefusalCode | null {
  switch (visit.status) {
    case 'waiting':
      return null;
    case 'admitted':
    case 'arrived':
    case 'no_show':
      return 'already_admitted';
    case 'left':
    case 'removed':
      return 'not_waiting';
  }
}

/** The consent to texts, which a guest gives with the phone number. */
function consentTo({
  waitingPreference,
  phoneNumber,
}: Pick<Visit, 'waitingPreference' | 'phoneNumber'>): Effect[] {
  return waitingPreference === 'wait_anywhere' && phoneNumber !== '' ? [{ kind: 'consent' }] : [];
}

/**
 * Why neither guests nor staff can add a party to this location: the location is closed, or its credits have expired.
 * Null if parties can be added.
 */
export function refusalOfLocation(location: Location, now: number): RefusalCode | null {
  if (location.profile.closedAt !== null) return 'location_closed';
  return trialOver(location, now) ? 'trial_expired' : null;
}

/** Adds a visit. Join times strictly increase, so that name and join time identify one visit of a location. */
function enter(
  location: Location,
  newcomer: Newcomer,
  { line, event, told }: { line: Line; event: 'joined' | 'added'; told?: ToldWait | undefined },
  now: number,
): Decided {
  const { lastRank, pace } = serviceOf(location, newcomer);
  const joinedAt = Math.max(now, location.lastJoinedAt + 1);
  const rank = lastRank + RANK_STEP;
  const visit: Visit = {
    ...newcomer,
    note: '',
    earlierNames: [],
    joinedAt,
    returnedAt: null,
    rank,
    status: 'waiting',
    admittedAt: null,
    holdEndsAt: null,
    holdExpired: false,
    holdRestartedAt: null,
    autoResolved: false,
    calledAgainAt: null,
    endedAt: null,
    waitExpired: false,
    servedAt: null,
    charged: false,
    discarded: false,
    onMyWayAt: null,
    moreTimeAt: null,
    moved: false,
    text: null,
    textCredits: 1,
    summonCount: 0,
    almostThereNotified: isAlmostThereAtJoin(location, newcomer, line),
    isWalkIn: event === 'added',
    pageGone: false,
    promise: promiseWait(pace, line.length, now, told),
    revision: 0,
  };
  const entered = withService(reserveCredit(location), visit, {
    lastRank: rank,
    pace: recordLength(pace, line.length + 1, now),
  });
  return changed({ ...entered, lastJoinedAt: joinedAt }, visit, event, {
    position: line.length + 1,
  });
}

function endWaiting(
  location: Location,
  visit: Visit,
  line: Line,
  status: 'left' | 'removed',
  now: number,
  reason: EventReason | null = null,
): Decision {
  const refusal = refusalUnlessWaiting(visit);
  if (refusal !== null) return refused(refusal);
  const { pace } = serviceOf(location, visit);
  const learned = recordLength(withoutParty(pace, visit, status), line.length - 1, now);
  const after = withLearnedPace(returnCredit(location, visit), visit, learned);
  const { visit: gone, effects } = ended(visit, status, now);
  return changed(after, gone, status, { effects, reason });
}

function withoutParty(pace: PaceModel, visit: Visit, status: 'left' | 'removed'): PaceModel {
  if (visit.discarded) return forgetJoin(pace);
  return status === 'left' ? recordLeaving(pace, visit.joinedAt) : recordDeparture(pace);
}

/**
 * The visit after it ended with this status. A discarded visit that has no history row yet does not get a history row.
 */
function ended(visit: Visit, status: 'left' | 'removed', now: number): { visit: Visit; effects: Effect[] } {
  const isOver: Visit = { ...visit, status, endedAt: now };
  if (visit.discarded && visit.revision === 0) return { visit: isOver, effects: [] };
  return { visit: { ...isOver, revision: visit.revision + 1 }, effects: [{ kind: 'history' }] };
}
