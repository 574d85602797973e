/**
 * Rules of a guest's replies: on my way, or five more minutes. Pure. More time can be had once a visit, and only to
 * the position that was shown: nobody is moved further back than agreed. Both are idempotent, as a page repeats a call
 * after a lost answer.
 */
import { changed, refused, unchanged, type Decision } from '../decision.ts';
import type { RefusalCode } from '../../copy/en/refusals.ts';
import type { GuestReply, MoreTime } from '../../contracts/guest.ts';
import { MORE_TIME_MS } from '../../limits.ts';
import { giveBackTurn, holdHasEnded } from './admission.ts';
import { admitsWithin } from './estimate.ts';
import type { Line } from './line.ts';
import { insertAt } from './insert-at.ts';
import { leave } from './queue.ts';
import { hiddenVisit, isRemovalHidden } from './undo.ts';
import { serviceOf, withService, type Location, type Service, type Visit } from '../state.ts';

/** The guest's view of the line: the position from 1, 0 outside the line, and how many wait in all. */
export type LinePosition = { position: number; waiting: number };

/** Decides a guest's reply. A guest whose removal can still be undone has not been told of it, and is answered as in line. */
export function reply(location: Location, visit: Visit, line: Line, said: GuestReply, now: number): Decision {
  return said.reply === 'on_my_way'
    ? sayOnMyWay(location, visit, line, now)
    : takeMoreTime(location, visit, line, said.position, now);
}

/** The outcome of an answer by text, null where the visit is over; with the decision behind it. */
type AnsweredByText = { outcome: 'on_my_way' | 'left' | 'turn_came' | null; decision: Decision };

/**
 * Decides what a guest answers by text: to be on the way, or to leave the line. A guest who was admitted is in no line any
 * more, and is told so. `from` (E.164) is who answers: only the number of the visit is heard.
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

/** Where five more minutes would put the party; null where they cannot be asked for now. */
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

/** The same for a party in line that has not asked yet, from its position alone. */
export function moreTimeInLine({ pace }: Service, { position, waiting }: LinePosition): MoreTime | null {
  const places = Math.min(admitsWithin(pace, MORE_TIME_MS), waiting - position);
  return places < 1 ? null : { places, position: position + places };
}

/** Repeating the reply changes nothing: the first time counts. */
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
  const hidden = hiddenVisit(serviceOf(location, visit), now);
  const isHidden = hidden?.id === visit.id;
  const linePosition = isHidden
    ? { position: line.positionFor(hidden.rank), waiting: line.length + 1 }
    : { position: line.positionOf(visit.id), waiting: line.length };
  const refusal = refusalToMoreTime(location, visit, now);
  // The answer to the first request was lost: the party has the position it asked for.
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
  if (!isHidden) return changed(after, moved, 'more_time', { position, ranks });
  // Not in line: an undo would bring it back to its rank.
  const { undo } = serviceOf(after, visit);
  return changed(withService(after, visit, { undo: undo && { ...undo, rank } }), moved, 'more_time', {
    ranks,
  });
}

/** The position behind as many parties as are admitted in that time, or behind all; null for the last one. */
function laterPosition(location: Location, visit: Visit, linePosition: LinePosition): MoreTime | null {
  const service = serviceOf(location, visit);
  if (visit.status !== 'admitted') return moreTimeInLine(service, linePosition);
  // An admitted guest can give the turn back also where nobody waits.
  const places = Math.min(admitsWithin(service.pace, MORE_TIME_MS), linePosition.waiting);
  return { places, position: places + 1 };
}

function refusalToMoreTime(location: Location, visit: Visit, now: number): RefusalCode | null {
  const refusal = refusalToReply(location, visit, now);
  if (refusal !== null) return refusal;
  if (visit.moreTimeAt !== null) return 'more_time_used';
  // A closed location has no line to go back to.
  return location.profile.closedAt === null ? null : 'location_closed';
}

/** The refusal for a guest whose visit takes no replies, or null. */
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
