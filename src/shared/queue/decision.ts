/** The outcome of a command: a refusal, or all its changes and effects. Nothing has happened until it is committed. */
import type { RefusalCode } from '../copy/en/refusals.ts';
import type { EventKind, EventReason, QueueEvent } from './events.ts';
import type { RankedVisit } from './rules/line.ts';
import type { TextProgress } from '../text/text-states.ts';
import type { Location, Visit } from './state.ts';

export type Refusal = { ok: false; code: RefusalCode };

/**
 * What a decision causes outside of visits and location. `consent`: the guest gave a number, with what was said at the field.
 * `history`: the visit as it stands is to be counted. A text goes out from `dueAt` on and is worthless after `expiresAt`
 * (epoch milliseconds); `release_text` lets that of another visit leave now, `cancel_text` takes one back that nobody has
 * begun to send.
 */
export type Effect =
  | { kind: 'turn_text' | 'almost_there_text'; to: string; credits: number; dueAt: number; expiresAt: number }
  | { kind: 'cancel_text' }
  | { kind: 'release_text'; visitId: string }
  | { kind: 'consent' }
  | { kind: 'history' };

/**
 * An effect on the guest's reminders by web push: one becomes due, none is due any more, or all are erased from `at`
 * on.
 */
export type ReminderEffect =
  | { kind: 'remind'; call: number; dueAt: number; expiresAt: number }
  | { kind: 'cancel_reminders' }
  | { kind: 'delete_reminders'; at: number };

/** An effect, and the visit that it is about. */
export type VisitEffect = (Effect | ReminderEffect) & { visitId: string };

/**
 * The decision of a rule about one visit. `event` is null where the command asks for what is already so. `position` is the
 * visit's place in line afterwards, 0 outside the line. `ranks` are new ranks of the other waiting parties, in the same order
 * as before: needed only when there is no number left between two of them.
 */
export type Decided = {
  ok: true;
  location: Location;
  visit: Visit;
  effects: Effect[];
  event: EventKind | null;
  reason: EventReason | null;
  position: number;
  ranks: RankedVisit[];
};
export type Decision = Decided | Refusal;

/** Only hashes of what the guest keeps: of the token, of what was asked for, and of the network address, null where there is none. */
export type JoinKeys = { tokenHash: string; requestHash: string; senderHash: string | null };

/** The state of a text once its sending has begun. `sentOn`: the day (`YYYY-MM-DD`) on which the provider took it. */
export type TextRecord = {
  id: string;
  visitId: string;
  call: number;
  /** How many SMS credits it costs. */
  credits: number;
  progress: TextProgress;
  providerId: string | null;
  sentOn: string | null;
};

/** All changes of a command. */
export type Changes = {
  location: Location;
  visits: readonly Visit[];
  ranks: readonly RankedVisit[];
  /** The keys of the visit that came with this command; null where none did. */
  joined: JoinKeys | null;
  text: TextRecord | null;
  /** The visits whose guests are erased: 'all', or by id. */
  erased: 'all' | readonly string[];
};

/** The outcome of a command. `visitId`: the visit that it was about; null where it was about the location. */
export type Accepted = {
  ok: true;
  visitId: string | null;
  changes: Changes;
  events: readonly QueueEvent[];
  effects: readonly VisitEffect[];
};
export type Outcome = Accepted | Refusal;

/** A change of a visit: the location's version goes up by one. */
export function changed(
  location: Location,
  visit: Visit,
  event: EventKind,
  {
    effects = [],
    position = 0,
    ranks = [],
    reason = null,
  }: Partial<Pick<Decided, 'effects' | 'position' | 'ranks' | 'reason'>> = {},
): Decided {
  const next = { ...location, version: location.version + 1 };
  return { ok: true, location: next, visit, effects, event, reason, position, ranks };
}

/** The outcome of a command that changes nothing. */
export function unchanged(location: Location, visit: Visit): Decided {
  return { ok: true, location, visit, effects: [], event: null, reason: null, position: 0, ranks: [] };
}

export function refused(code: RefusalCode): Refusal {
  return { ok: false, code };
}
