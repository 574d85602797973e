/** The log of a location: each change of a visit with its actor and reason. Replayed in order it gives the line. */
import * as z from 'zod/mini';

/**
 * Who acts. An owner is the account's own log-in; `member`, `device` and `key` name people, tablets and programs that an
 * account lets act for it. `system` is the passing of time.
 */
export const actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['guest', 'owner', 'operator', 'provider', 'system']) }),
  z.object({ kind: z.enum(['member', 'device', 'key']), id: z.string() }),
]);
export type Actor = z.infer<typeof actor>;

/** An actor in one word, as the log keeps it: `owner`, `member:b2c1`. */
export function actorInWord(actor: Actor): string {
  return 'id' in actor ? `${actor.kind}:${actor.id}` : actor.kind;
}

/** What happened to a visit. */
export type EventKind =
  | 'joined'
  | 'added'
  | 'preference_changed'
  | 'moved'
  | 'on_my_way'
  | 'more_time'
  | 'almost_there_told'
  | 'admitted'
  | 'called_again'
  | 'hold_ended'
  | 'put_back'
  | 'undone'
  | 'arrived'
  | 'no_show'
  | 'auto_resolved'
  | 'left'
  | 'removed';

/**
 * Why something happened that its kind and actor do not tell: `hold_over`, the held time ran out; `unresolved`, nobody said
 * what became of the party; `near`, the party came up to the chosen place; `by_text`, the guest answered a text;
 * `location_closed`; `person_erased`, the guest asked to be forgotten.
 */
export type EventReason =
  | 'hold_over'
  | 'unresolved'
  | 'near'
  | 'by_text'
  | 'location_closed'
  | 'person_erased';

/** One change of a visit. `position` is its place in line afterwards, from 1; 0 outside the line. */
export type QueueEvent = {
  visitId: string;
  kind: EventKind;
  /** Epoch milliseconds. */
  at: number;
  position: number;
  actor: Actor;
  reason: EventReason | null;
};

/** The effect of an event on the line: its visit joins at the end, moves to the event's position, goes, or stays. */
const effectOnLine: Record<EventKind, 'last' | 'placed' | 'gone' | 'stays'> = {
  joined: 'last',
  added: 'last',
  moved: 'placed',
  more_time: 'placed',
  put_back: 'placed',
  undone: 'placed',
  preference_changed: 'stays',
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
};

/** Replays events: the line as ids in order, and each event whose position differs from the replayed one. */
export function replayLine<Event extends Pick<QueueEvent, 'visitId' | 'kind' | 'position'>>(
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
        // Position 0: a removed party that does not know of it yet asked for more time.
        line = position > 0 ? others.toSpliced(position - 1, 0, visitId) : others;
    }
    if (line.indexOf(visitId) + 1 !== position) contradictions.push(event);
  }
  return { line, contradictions };
}
