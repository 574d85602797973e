/**
 * The event log of a location: each change of a visit with its actor and reason, each change of the servers on duty, and
 * each change of settings. Replaying the log in order gives the line.
 */
import * as z from 'zod/mini';
import type { SettingName } from './settings.ts';

/**
 * The actor of a command. `owner` is the account's own log-in. `member`, `device` and `key` are people, tablets and
 * programs that may act for the account. `system`: something became due by time.
 */
export const actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['guest', 'owner', 'operator', 'provider', 'system']) }),
  z.object({ kind: z.enum(['member', 'device', 'key']), id: z.string() }),
]);
export type Actor = z.infer<typeof actor>;

/** An actor as one word for the log: `owner`, `member:b2c1`. */
export function actorInWord(actor: Actor): string {
  return 'id' in actor ? `${actor.kind}:${actor.id}` : actor.kind;
}

/** Kinds of changes of a visit. */
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
 * The reason of an event, if kind and actor do not show the reason. `hold_over`: the hold ended. `unresolved`: the
 * outcome was not set in time. `near`: the party reached the chosen position. `by_text`: the guest replied to
 * a text. `number_set`: the actor of an edit gave the party another phone number. `location_closed`: the location closed.
 * `person_erased`: the guest asked to be erased. `wait_over`: nobody called the party in time. `no_guest`: staff removed the parties of one sender.
 * `day_over`: a duty ended by itself. `rights_changed`: a duty ended with the rights of its member.
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
 * One change of a visit. `position` is its position in line afterwards, from 1; 0 outside the line. `fromPosition` is the
 * position before a move; absent for other changes, and for moves that earlier releases logged.
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
 * One change of the location. `servers_set`: staff told how many servers are on duty; null: they no longer tell it.
 * `settings`: the names of the changed settings. `credits_set`: an admin set the credits, or a payment renewed them. The actor of `duty_began` and `duty_ended` is the person whose duty it is.
 */
export type LocationEvent = { visitId: null; at: number; actor: Actor } & (
  | { kind: 'servers_set'; servers: number | null }
  | { kind: 'duty_began' | 'duty_ended'; reason: EventReason | null }
  | { kind: 'paused' | 'resumed' | 'address_changed' | 'credits_set' }
  | { kind: 'settings_changed'; settings: readonly SettingName[] }
);

/** One line of the log. */
export type QueueEvent = VisitEvent | LocationEvent;

/** Whether the event is about a visit. */
export function isOfVisit(event: QueueEvent): event is VisitEvent {
  return event.visitId !== null;
}

/**
 * The effect of an event on the line: its visit joins at the end, moves to the event's position, leaves the line, or
 * stays where it is.
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

/** Replays events. Returns the line as ids in order, and each event whose position differs from the replayed one. */
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
        // Position 0: the party is admitted again, or asked for more time before its page showed the removal.
        line = position > 0 ? others.toSpliced(position - 1, 0, visitId) : others;
    }
    if (line.indexOf(visitId) + 1 !== position) contradictions.push(event);
  }
  return { line, contradictions };
}
