/**
 * What the rules speak of: a visit, its location, and what a decision is. Plain data; times are epoch milliseconds.
 */
import type { RefusalCode } from '../copy/refusals.ts';
import type { Country } from '../countries.ts';
import type { Language } from '../languages.ts';
import type {
  LocationSettings,
  TextState,
  VisitStatus,
  WaitingPreference,
} from '../queue-view.ts';
import type { Pace, WaitPromise } from './rules/estimate.ts';
import type { HeldTexts } from './rules/held-texts.ts';
import type { Place } from './rules/line.ts';

/** A number that texts can go to: in E.164, such as `+6281234567890`, and whose plan it is of. */
export type TextNumber = { e164: string; country: Country };

/** One party's stay. `phoneNumber` is '' when the guest gave none. */
export type Visit = {
  id: string;
  firstName: string;
  lastName: string;
  /** As typed. */
  phoneNumber: string;
  /** What texts go to; null where what was typed is no number that they can. */
  textNumber: TextNumber | null;
  numGuests: number;
  waitingPreference: WaitingPreference;
  /** What the guest reads: for the texts that others write. English of a walk-in. */
  language: Language;
  joinedAt: number;
  /** The order of the line: smaller is nearer to the door. */
  rank: number;
  status: VisitStatus;
  admittedAt: number | null;
  holdEndsAt: number | null;
  /** The hold's end has been noted and told. */
  holdExpired: boolean;
  /** Nobody chose in time what became of an admitted party: it stands as it is. */
  settled: boolean;
  /** When the party was called once more; null while it was not, since its last admission. */
  calledAgainAt: number | null;
  /** When the visit was left or removed, or its party arrived or was given up. */
  endedAt: number | null;
  /** Whether an admission has spent the customer credit that the join reserved. */
  charged: boolean;
  /** When the guest said to be on the way; null again once the party is back in line from its turn. */
  onMyWayAt: number | null;
  /** When the guest asked for five more minutes, which can be had once. */
  moreTimeAt: number | null;
  /** Whether its place was changed, by the owner or by its guest: what it waited then says nothing about the pace of the line. */
  moved: boolean;
  /** The last text owed; null while none is. */
  text: TextState | null;
  /** How often the party was called: by each admission and each call again. A text carries the number of its call. */
  calls: number;
  /** What the guest was told when joining. */
  promise: WaitPromise;
  /** Counts the history events of this visit, so that the last one wins wherever they arrive. */
  revision: number;
};

export type Party = Pick<
  Visit,
  'firstName' | 'lastName' | 'phoneNumber' | 'textNumber' | 'numGuests' | 'waitingPreference' | 'language'
>;

/** The last admit or remove, for as long as it can be undone, and what brings the visit back as it was. */
export type Undo = {
  visitId: string;
  of: 'admit' | 'remove';
  until: number;
  /** Where in line the visit stood. */
  rank: number;
  charged: boolean;
  pace: Pace;
};

export type Location = {
  businessId: string;
  businessName: string;
  username: string;
  address: string;
  timezone: string;
  customerCredits: number;
  smsCredits: number;
  /** Which of all changes and grants of credits the balances follow; 0 before the first. */
  creditsRevision: number;
  /** From when on the credits count for nothing: the end of the trial, or of what was paid; null: not so far. */
  trialEndsAt: number | null;
  /** Which of what is known about the account's payments that is from; 0: it never paid. */
  standing: number;
  settings: LocationSettings;
  paused: boolean;
  /** When it closed for good. */
  closedAt: number | null;
  lastJoinedAt: number;
  lastRank: number;
  /** Counts changes, for pages to notice one they missed. */
  version: number;
  pace: Pace;
  undo: Undo | null;
  /** Why no text is given to the provider; null while they are. */
  textsHeld: HeldTexts | null;
  /** Since when texts or ended visits wait for a database that does not answer; null while it does. */
  databaseAwaySince: number | null;
};

/**
 * What a decision owes outside of visit and location. Goes through the outbox; `cancel_text` takes an entry out of it,
 * `release_text` lets that of another visit leave now. `consent`: the guest gave a number, with what was said at the field.
 * `nearly_text` also notes that the visit was told; `near`: it need not be.
 */
export type Effect =
  | { kind: 'nearly_text'; to: string; dueAt: number; expiresAt: number }
  | { kind: 'near' }
  | { kind: 'turn_text'; to: string; dueAt: number; expiresAt: number }
  | { kind: 'cancel_text' }
  | { kind: 'release_text'; visitId: string }
  | { kind: 'consent' }
  | { kind: 'history' };

/** What happened to a visit, for the log from which the whole line can be told again. */
export type EventKind =
  | 'joined'
  | 'added'
  | 'preference_changed'
  | 'moved'
  | 'on_my_way'
  | 'more_time'
  | 'told_nearly'
  | 'admitted'
  | 'called_again'
  | 'hold_ended'
  | 'put_back'
  | 'undone'
  | 'arrived'
  | 'no_show'
  | 'settled'
  | 'left'
  | 'removed';

/**
 * The state after a command. Nothing has happened until it is committed.
 *
 * `event` is null when the command changed nothing. `position` is the visit's place in line after it, 0 outside the
 * line. `ranks` are new ranks of the other waiting parties, in the same order as before: needed only when there is no
 * number left between two of them.
 */
export type Decided = {
  ok: true;
  location: Location;
  visit: Visit;
  effects: Effect[];
  event: EventKind | null;
  position: number;
  ranks: Place[];
};
export type Refusal = { ok: false; code: RefusalCode };
export type Decision = Decided | Refusal;

/** A change of a visit: the location's version goes up by one. */
export function changed(
  location: Location,
  visit: Visit,
  event: EventKind,
  { effects = [], position = 0, ranks = [] }: Partial<Pick<Decided, 'effects' | 'position' | 'ranks'>> = {},
): Decided {
  const next = { ...location, version: location.version + 1 };
  return { ok: true, location: next, visit, effects, event, position, ranks };
}

/** The command asks for what is already so. */
export function unchanged(location: Location, visit: Visit): Decided {
  return { ok: true, location, visit, effects: [], event: null, position: 0, ranks: [] };
}

export function refused(code: RefusalCode): Refusal {
  return { ok: false, code };
}
