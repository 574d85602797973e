/**
 * Rules of a guest's replies: on my way, or five more minutes. Pure. A guest gets more time only once in a visit. The
 * new position is never further back in line than the position that the page showed to the guest. The replies are
 * idempotent, because a page sends a reply again if the answer was lost.
 */
import { changed, refused, unchanged, type Decision } from '../../decision.ts';
import type { RefusalCode } from '../../../copy/en/refusals.ts';
import type { GuestReply, MoreTime } from '../../../contracts/guest.ts';
import { MORE_TIME_MS } from '../../../limits.ts';
import { giveBackTurn, holdHasEnded } from '../admission.ts';
import { admitsWithin } from '../estimate/estimate.ts';
import type { Line } from '../line.ts';
import { insertAt } from '../insert-at.ts';
import { leave } from '../queue.ts';
import { hiddenVisit, isRemovalHidden } from '../undo.ts';
import { serviceOf, withService, type Location, type Service, type Visit } from '../../state.ts';

/**
 * The guest's view of the line: the guest's own position, counted from 1 (0 outside the line), and the number of
 * waiting parties.
 */
export type LinePosition = { position: number; waiting: number };

/**
 * Decides a guest's reply. A guest whose removal can still be undone is treated as waiting, because the page does not
 * show the removal yet.
 */
export function reply(location: Location, visit: Visit, line: Line, said: GuestReply, now: number): Decision {
  return said.reply === 'on_my_way'
    ? sayOnMyWay(location, visit, line, now)
    : takeMoreTime(location, visit, line, said.position, now);
}

/**
 * The decision about a guest's reply by text. `outcome`: the effect of the reply; null if the reply was refused or the
 * guest had already left.
 */
type AnsweredByText = { outcome: 'on_my_way' | 'left' | 'turn_came' | null; decision: Decision };

/**
 * Decides a guest's reply by text: on the way, or leaving the line. An admitted guest cannot leave the line; the
 * outcome is then `turn_came`. `from` (E.164) is the sender; it must be the number of the visit.
 */
export function answerByText(
  location: Location,
  visit: Visit,
  line: Line,
  { from, said }: { from: string; said: 'on_my_way' | 'leave' },
  now: number,
): AnsweredByText {
  if (visit.textNumber?.e164 !== from) return { outcome: null, decision: refused('not_found') };
  if (said === 'on_my_way') {
    const decision = sayOnMyWay(location, visit, line, now);
    return { outcome: decision.ok ? 'on_my_way' : null, decision };
  }
  const decision = leave(location, visit, line, now);
  if (decision.ok) return { outcome: decision.event === null ? null : 'left', decision };
  const isHeld = visit.status === 'admitted' && !holdHasEnded(visit, now);
  return { outcome: isHeld ? 'turn_came' : null, decision };
}

/** The position that the guest gets by asking for five more minutes; null if the guest cannot ask for more time now. */
export function moreTimeFor(
  location: Location,
  visit: Visit,
  linePosition: LinePosition,
  now: number,
): MoreTime | null {
  return refusalToMoreTime(location, visit, now) === null
    ? laterPosition(location, visit, linePosition)
    : null;
}

/** The position that a waiting party gets by asking for five more minutes; null for the last party in line. */
export function moreTimeInLine({ pace }: Service, { position, waiting }: LinePosition): MoreTime | null {
  const places = Math.min(admitsWithin(pace, MORE_TIME_MS), waiting - position);
  return places < 1 ? null : { places, position: position + places };
}

/**
 * The position that an admitted party gets by asking for five more minutes. An admitted party may ask for more time
 * even if nobody waits. `waiting`: the number of parties in line.
 */
export function moreTimeAtTurn({ pace }: Service, waiting: number): MoreTime {
  const places = Math.min(admitsWithin(pace, MORE_TIME_MS), waiting);
  return { places, position: places + 1 };
}

/** Records the reply "on my way". Idempotent: a second reply does not change the time of the first reply. */
function sayOnMyWay(location: Location, visit: Visit, line: Line, now: number): Decision {
  const refusal = refusalToReply(location, visit, now);
  if (refusal !== null) return refused(refusal);
  if (visit.onMyWayAt !== null) return unchanged(location, visit);
  const position = line.positionOf(visit.id);
  return changed(location, { ...visit, onMyWayAt: now }, 'on_my_way', { position });
}

function takeMoreTime(
  location: Location,
  visit: Visit,
  line: Line,
  acceptedPosition: number,
  now: number,
): Decision {
  const hidden = hiddenVisit(location, visit, now);
  const linePosition =
    hidden === null
      ? { position: line.positionOf(visit.id), waiting: line.length }
      : { position: line.positionFor(hidden.rank), waiting: line.length + 1 };
  const refusal = refusalToMoreTime(location, visit, now);
  // The page sends a request again if the answer was lost. In this case the party is already at the position that the
  // guest accepted.
  if (refusal === 'more_time_used' && linePosition.position === acceptedPosition)
    return unchanged(location, visit);
  if (refusal !== null) return refused(refusal);
  const later = laterPosition(location, visit, linePosition);
  if (later === null) return refused('already_last');
  const { position } = later;
  if (position > acceptedPosition) return refused('line_moved');
  const asked: Visit = { ...visit, moreTimeAt: now };
  if (visit.status === 'admitted')
    return giveBackTurn(location, asked, { line, position, event: 'more_time' }, now);
  const { location: after, rank, ranks } = insertAt(location, line, visit, position);
  const moved: Visit = { ...asked, rank, moved: true };
  if (hidden === null) return changed(after, moved, 'more_time', { position, ranks });
  // A removed visit is not in line, so the visit's undo offer gets the new rank, too.
  const undos = serviceOf(after, visit).undos.map((undo) =>
    undo.visitId === visit.id ? { ...undo, rank } : undo,
  );
  return changed(withService(after, visit, { undos }), moved, 'more_time', { ranks });
}

/**
 * The position behind the parties that are usually admitted in five minutes. If the line is shorter, the result is the
 * end of the line. Null for a waiting party that is the last in line.
 */
function laterPosition(location: Location, visit: Visit, linePosition: LinePosition): MoreTime | null {
  const service = serviceOf(location, visit);
  return visit.status === 'admitted'
    ? moreTimeAtTurn(service, linePosition.waiting)
    : moreTimeInLine(service, linePosition);
}

function refusalToMoreTime(location: Location, visit: Visit, now: number): RefusalCode | null {
  const refusal = refusalToReply(location, visit, now);
  if (refusal !== null) return refusal;
  if (visit.moreTimeAt !== null) return 'more_time_used';
  // A closed location has no line to which a visit could return.
  return location.profile.closedAt === null ? null : 'location_closed';
}

function refusalToReply(location: Location, visit: Visit, now: number): RefusalCode | null {
  switch (visit.status) {
    case 'waiting':
    case 'admitted':
      return holdHasEnded(visit, now) ? 'hold_over' : null;
    case 'arrived':
    case 'no_show':
      return 'already_settled';
    case 'left':
    case 'removed':
      return isRemovalHidden(location, visit, now) ? null : 'not_waiting';
  }
}
