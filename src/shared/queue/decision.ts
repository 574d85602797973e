/** The outcome of a command: a refusal, or all changes and effects. The caller stores the outcome by a commit. */
import type { RefusalCode } from '../copy/en/refusals.ts';
import type { EventKind, EventReason, QueueEvent } from './events.ts';
import type { RankedVisit } from './rules/line.ts';
import type { IsOpenAt, OpeningHours } from '../time/opening-hours.ts';
import type { TextFault, TextProgress } from '../text/text-states.ts';
import type { Location, TextNumber, Visit } from './state.ts';

/**
 * `retryAfterSeconds` is set if the command may succeed later. It is the number of seconds that the caller should wait
 * at least before a new try.
 */
export type Refusal = { ok: false; code: RefusalCode; retryAfterSeconds?: number };

/**
 * Side effects of a decision. `consent`: the guest agreed to texts; the wording beside the phone field is stored.
 * `history`: the visit's present state is written to the history. A text is sent between `dueAt` and `expiresAt` (epoch
 * milliseconds). `cancel_text` withdraws a text whose sending has not begun.
 */
export type Effect =
  | {
      kind: 'turn_text' | 'almost_there_text';
      to: string;
      segments: 1 | 2;
      credits: number;
      dueAt: number;
      expiresAt: number;
    }
  | { kind: 'cancel_text' }
  | { kind: 'consent' }
  | { kind: 'history' };

/** Effects on the web push reminders of a visit (`rules/texts/reminders.ts`). */
export type ReminderEffect =
  | { kind: 'remind'; call: number; dueAt: number; expiresAt: number }
  | { kind: 'cancel_reminders' }
  | { kind: 'delete_reminders'; at: number };

export type VisitEffect = (Effect | ReminderEffect) & { visitId: string };

/**
 * The decision of a rule about one visit. `event` is null if the command changes nothing. `position` is the visit's
 * position in line after the command, or 0 if the visit is then not in line. `fromPosition` is the position before a
 * move. `ranks` contains new ranks for all other waiting visits if no rank was free for this visit. In all other cases,
 * `ranks` is empty.
 */
export type Decided = {
  ok: true;
  location: Location;
  visit: Visit;
  effects: Effect[];
  event: EventKind | null;
  reason: EventReason | null;
  position: number;
  fromPosition?: number;
  ranks: RankedVisit[];
};
export type Decision = Decided | Refusal;

/**
 * The hashes that identify a join: the hash of the visit's token, the hash of the request, and the hashes of the
 * sender's networks, with the narrowest network first (`rules/senders.ts`). The list of networks is empty if the sender
 * is not known.
 */
export type JoinKeys = { tokenHash: string; requestHash: string; networks: readonly string[] };

/**
 * The stored delivery state of a text. `sentOn` is the day (`YYYY-MM-DD`) on which the provider accepted the message.
 */
export type TextRecord = {
  id: string;
  visitId: string;
  call: number;
  /**
   * The cost of the text in SMS credits. The number is lower than the price of the text if the balance was too low for
   * a second charge.
   */
  credits: number;
  progress: TextProgress;
  /** Why the text failed, if the provider or a limit gave a reason. */
  fault: TextFault | null;
  providerId: string | null;
  sentOn: string | null;
};

/** All changes of a command. */
export type Changes = {
  location: Location;
  visits: readonly Visit[];
  ranks: readonly RankedVisit[];
  /** The keys of the visit that this command created; null if the command created no visit. */
  joined: JoinKeys | null;
  text: TextRecord | null;
  /** The visits whose guests are erased: 'all', or the ids of the visits. */
  erased: 'all' | readonly string[];
};

/**
 * The outcome of an accepted command. `visitId`: the visit of the command; null if the command was about the location.
 */
export type Accepted = {
  ok: true;
  visitId: string | null;
  changes: Changes;
  events: readonly QueueEvent[];
  effects: readonly VisitEffect[];
};
export type Outcome = Accepted | Refusal;

/** Returns the decision for a changed visit. The decision increases the location's version by one. */
export function changed(
  location: Location,
  visit: Visit,
  event: EventKind,
  {
    effects = [],
    position = 0,
    ranks = [],
    reason = null,
    ...about
  }: Partial<Pick<Decided, 'effects' | 'position' | 'fromPosition' | 'ranks' | 'reason'>> = {},
): Decided {
  const next = { ...location, version: location.version + 1 };
  return { ok: true, location: next, visit, effects, event, reason, position, ranks, ...about };
}

/** The decision for a command that changes nothing. */
export function unchanged(location: Location, visit: Visit): Decided {
  return { ok: true, location, visit, effects: [], event: null, reason: null, position: 0, ranks: [] };
}

export function refused(code: RefusalCode, retryAfterSeconds?: number): Refusal {
  return { ok: false, code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** Inputs of a decision that are neither in the state nor in the command. `now`: epoch milliseconds. */
export type DecideContext = {
  now: number;
  /**
   * Parses a typed phone number. The function is passed as an argument, because it needs the numbering plans of all
   * countries, and these plans are large.
   */
  readNumber: (typed: string, country: Location['settings']['country']) => TextNumber | null;
  isOpenAt: IsOpenAt;
  /**
   * Returns the time at which a duty that begins at `atMs` ends if nobody ends it earlier (`rules/opening-hours.ts`).
   */
  dutyEndsAt: (hours: OpeningHours | null, timezone: string, atMs: number) => number;
  /**
   * Id and keys of the visit that this command may create. `isAssumedNew`: the rule does not search for an earlier
   * join, and the storage refuses the commit if the token already exists.
   */
  newcomer?: { id: string; keys: JoinKeys; isAssumedNew?: boolean } | undefined;
};
