/**
 * The event log of a location: each change of a visit with actor and reason, each change of the servers on duty, and
 * each change of settings. The line can be computed from the log (`replayLine`).
 */
import * as z from 'zod/mini';
import type { SettingName } from './settings.ts';

/**
 * The actor of a command. `owner`: the person who owned the business at the time of the command. `member`: another
 * person of the team. `system`: the command became due by time.
 */
export const actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['guest', 'operator', 'provider', 'system']) }),
  /** The id is missing in commands from older releases. */
  z.object({ kind: z.literal('owner'), id: z.optional(z.string()) }),
  z.object({ kind: z.literal('member'), id: z.string() }),
]);
export type Actor = z.infer<typeof actor>;

/** An actor as one word for pages: `owner`, `member:b2c1`. */
export function actorInWord(actor: Actor): string {
  return actor.kind === 'member' ? memberInWord(actor.id) : actor.kind;
}

/** An actor as one word for the log. An owner is logged by id like a member, because ownership may change. */
export function actorInLog(actor: Actor): string {
  return 'id' in actor && actor.id !== undefined ? memberInWord(actor.id) : actor.kind;
}

export function memberInWord(userId: string): string {
  return `member:${userId}`;
}

export type EventKind =
  | 'joined'
  | 'added'
  | 'preference_changed'
  | 'edited'
  | 'moved'
  | 'on_my_way'
  | 'more_time'
  | 'almost_there_told'
  | 'admitted'
  | 'called_again'
  | 'hold_ended'
  | 'put_back'
  | 'undone'
  | 'recalled'
  | 'arrived'
  | 'no_show'
  | 'auto_resolved'
  | 'left'
  | 'removed'
  | 'erased';

/**
 * The reason of an event; null if the event's kind and actor already show the reason. `hold_over`: the hold ended.
 * `unresolved`: staff set no outcome in time. `near` means that the party reached the position at which the "almost
 * there" text is sent. `by_text`: the guest replied to a text. `number_set`: staff gave the party another phone number.
 * `location_closed`: the location closed. `person_erased`: the guest asked to be erased. `wait_over`: nobody called the
 * party in time. `no_guest`: staff removed the party as a false join. `day_over`: the duty ended at the time
 * `dutyEndsAt`, because nobody ended it earlier. `rights_changed`: a duty ended because the rights of the person on
 * duty changed or ended.
 */
export type EventReason =
  | 'hold_over'
  | 'unresolved'
  | 'near'
  | 'by_text'
  | 'number_set'
  | 'location_closed'
  | 'person_erased'
  | 'wait_over'
  | 'no_guest'
  | 'day_over'
  | 'rights_changed';

/**
 * One change of a visit. `position` is the visit's position in line after the change, counted from 1; 0 if the visit is
 * then not in line. `fromPosition` is the position before a move. `fromPosition` is missing for all other changes, and
 * for moves that older releases logged.
 */
export type VisitEvent = {
  visitId: string;
  kind: EventKind;
  /** Epoch milliseconds. */
  at: number;
  position: number;
  fromPosition?: number;
  actor: Actor;
  reason: EventReason | null;
};

/**
 * One change of the location. `servers_set`: staff set the number of servers on duty; `servers` is null if staff no
 * longer set a number. `settings`: the names of the changed settings. `credits_set` means that an operator set the
 * credits, or that a payment renewed the credits. The actor of `duty_began` and `duty_ended` is the person whose duty
 * began or ended.
 */
export type LocationEvent = { visitId: null; at: number; actor: Actor } & (
  | { kind: 'servers_set'; servers: number | null }
  | { kind: 'duty_began' | 'duty_ended'; reason: EventReason | null }
  | { kind: 'paused' | 'resumed' | 'address_changed' | 'credits_set' }
  | { kind: 'settings_changed'; settings: readonly SettingName[] }
);

export type QueueEvent = VisitEvent | LocationEvent;

export function isOfVisit(event: QueueEvent): event is VisitEvent {
  return event.visitId !== null;
}

/**
 * The effect of an event on the line: the visit joins at the end (`last`), moves to the event's position (`placed`),
 * leaves the line (`gone`), or keeps its position (`stays`).
 */
const effectOnLine: Record<EventKind, 'last' | 'placed' | 'gone' | 'stays'> = {
  joined: 'last',
  added: 'last',
  moved: 'placed',
  more_time: 'placed',
  put_back: 'placed',
  undone: 'placed',
  recalled: 'placed',
  preference_changed: 'stays',
  edited: 'stays',
  on_my_way: 'stays',
  almost_there_told: 'stays',
  admitted: 'gone',
  called_again: 'gone',
  hold_ended: 'gone',
  arrived: 'gone',
  no_show: 'gone',
  auto_resolved: 'gone',
  left: 'gone',
  removed: 'gone',
  erased: 'gone',
};

/**
 * Computes the line from the events. `line`: the visit ids in order. `contradictions`: the events whose position
 * differs from the computed position.
 */
export function replayLine<Event extends Pick<VisitEvent, 'visitId' | 'kind' | 'position'>>(
  events: Iterable<Event>,
): { line: string[]; contradictions: Event[] } {
  let line: string[] = [];
  const contradictions: Event[] = [];
  for (const event of events) {
    const { visitId, kind, position } = event;
    const others = line.filter((id) => id !== visitId);
    switch (effectOnLine[kind]) {
      case 'stays':
        break;
      case 'gone':
        line = others;
        break;
      case 'last':
        line = [...others, visitId];
        break;
      case 'placed':
        // Position 0 means that the visit is not in line: an undo admitted the party again, or a removed party asked
        // for more time while the removal could still be undone.
        line = position > 0 ? others.toSpliced(position - 1, 0, visitId) : others;
    }
    if (line.indexOf(visitId) + 1 !== position) contradictions.push(event);
  }
  return { line, contradictions };
}
