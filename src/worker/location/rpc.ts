/** RPC interface between the Worker and a location's object. Plain data only, because answers cross isolates. */
import type { TransferredTable } from '../../shared/contracts/business-file.ts';
import type { Role } from '../../shared/roles.ts';
import type { Country } from '../../shared/countries.ts';
import type { JoinAnswer, StatusAnswer } from '../../shared/contracts/guest.ts';
import type { OverviewNews } from '../../shared/contracts/overview.ts';
import type { GuestClaim, OutsideCommand } from '../../shared/queue/commands.ts';
import type { Refusal } from '../../shared/queue/decision.ts';
import type { Actor } from '../../shared/queue/events.ts';
import type { acceptingView } from '../../shared/queue/project.ts';
import type { Balances } from '../../shared/queue/rules/credits.ts';
import type { NumberObstacle } from '../../shared/visit-values.ts';
import type { ProviderState, TextFault } from '../../shared/text/text-states.ts';
import type { LocationView, VisitHistory, VisitView } from '../../shared/contracts/queue-view.ts';
import type { PushSubscriptionKeys } from '../../shared/contracts/reminder.ts';
import type { ReplyOutcome } from '../../shared/copy/en/texts.ts';
import type { ActorFigures } from './history/actor-figures.ts';
import type { ActivityPart, LogFilter } from './store/event-log.ts';
import type { Person, PersonRecord } from './store/people.ts';

import type { Cell, PagedTable, Rows, StagedRows } from './store/staged-tables.ts';

/** The header that opens a socket of staff, with the hash of the session. Objects of 0.2.0 know it by this name. */
export const STAFF_SESSION_HEADER = 'x-owner-session';

export type { ActivityPart } from './store/event-log.ts';
export type { ActorFigures } from './history/actor-figures.ts';
export type { Person } from './store/people.ts';

/**
 * The answer to a call. Expected refusals are returned, never thrown: an error class does not survive RPC.
 */
export type Result<T> = ({ ok: true } & T) | Refusal;

/** Initial data of a location. Sent when the location is added; a repeat is harmless. */
export type LocationSetup = {
  businessId: string;
  businessName: string;
  /** The username as typed at sign-up, because guests' links contain it. */
  username: string;
  address: string;
  timezone: string;
  /** Country of the location; null if unknown. */
  country: Country | null;
  customerCredits: number;
  /** Walk-ins that the slot's earlier location took beyond zero credits; absent if there are none. */
  customerDebt?: number;
  /** The customer credits of the plan's month. Earlier releases do not send these fields. */
  customerCreditsMonth?: number;
  smsCredits: number;
  /** When the credits expire with the trial or the paid period, in epoch milliseconds; null: no end. */
  creditsEndAt: number | null;
  /** Revisions of the credits and of the payments that these figures include; 0: none. */
  creditsRevision: number;
  billingRevision: number;
  /** How many guests the location may take while the owner's address is not verified; null: only credits limit them. */
  guestsLeft?: number | null;
};

/** `username` as typed at sign-up, for the cookie's path. `resumed`: the guest already had this visit. */
export type Joined = { answer: JoinAnswer; username: string; resumed: boolean };

/**
 * The answer to a command, by its audience. `newcomer`: a guest who joins. `guest`: a guest with a visit.
 * `sender`: the sender of a text. `staff`: staff, about one visit. `account`: the location's account, with
 * the balances before and after.
 */
export type CommandResult =
  | ({ to: 'newcomer' } & Joined)
  | { to: 'guest'; answer: StatusAnswer; username: string }
  | { to: 'sender'; outcome: ReplyOutcome }
  | { to: 'staff'; visit: VisitView }
  | {
      to: 'account';
      before: Balances;
      after: Balances;
      revision: number;
      guestsLeft: number | null;
      /** Absent in answers of earlier releases. */
      customerDebt?: number;
    };

/** Narrows an answer to one audience. Throws for any other audience, which is a bug. */
export function answered<To extends CommandResult['to']>(
  to: To,
  result: Result<CommandResult>,
): Result<Extract<CommandResult, { to: To }>> {
  if (!result.ok) return result;
  if (!isFor(to, result)) throw new Error(`an answer to ${result.to} where ${to} asked`);
  return result;
}

function isFor<To extends CommandResult['to']>(
  to: To,
  result: { ok: true } & CommandResult,
): result is { ok: true } & Extract<CommandResult, { to: To }> {
  return result.to === to;
}

/** Whether a guest could join now, and if not, why. `line`: the line now. */
export type Accepting = ReturnType<typeof acceptingView> & {
  /** The username as typed at sign-up. Objects of earlier releases send neither this nor the revision. */
  username?: string;
  /** The newest revision of the business's public look-up that this object knows. */
  directoryRevision?: number;
};

/** A location for the account's page. Objects of earlier releases send no revision. */
export type Viewed = { view: LocationView; guestsLeft: number | null; directoryRevision?: number };

/** `obstacle`: why a number never gets a text here; null if it may. */
export type ReadNumber = { obstacle: NumberObstacle | null; isLandline: boolean };

/** The provider's receipt for a text. `providerId` is the provider's id of the text. */
export type TextReceipt = {
  textId: string;
  outcome: ProviderState;
  providerId: string;
  why?: TextFault | undefined;
};

/** One part of an export: a page of a table after a key, or `last`, the rows that may have changed since. */
export type TransferPart = { table: PagedTable | 'last'; after: Cell };

/** Exported rows. `step`: the object's schema step. `next`: key to continue after; null: no more pages. */
export type TransferTable = { step: number; tables: ({ table: TransferredTable } & Rows)[]; next: Cell };

/** Account data of an imported location, which replace the values in its rows. */
export type TransferSetup = {
  businessId: string;
  username: string;
  businessName: string;
  creditsEndAt: number | null;
  billingRevision: number;
};

/**
 * `undo`: bookmark that reverts the restore. `session`: the object's session that planned the restore. The
 * restore happens at the start of the next session.
 */
export type RestorePlan = {
  bookmark: string;
  undo: string;
  session: string;
  /** Hashes of ended sessions, which the restored state may not know. Objects of earlier releases send none. */
  endedSessions?: string[];
};

/** A visit of a person: all its rows, and its location. */
type PersonVisit = PersonRecord & { address: string; businessName: string };

/** All stored data of a person. `notRead`: visits whose typed number cannot be read, so it may be this person's. */
export type PersonCopy = { visits: PersonVisit[]; notRead?: number };

/**
 * Number of visits whose personal data were erased, and number of visits that the erasure ended. `notRead`: see
 * `PersonCopy`.
 */
export type ErasedPerson = { visits: number; left: number; notRead?: number };

/** Calls of `LocationQueue`. Every `Result` may be `not_found`: the object was never opened. */
export type LocationQueueCalls = {
  open(setup: LocationSetup): Promise<void>;
  /**
   * Executes or refuses a command. Joins that arrive together share one commit, and are answered after it.
   * With a session of staff that has ended: `not_logged_in`. With a role that may not send the command:
   * `not_your_role`. `close` answers the credits left. In an object that was never opened, `close` deletes staged rows.
   */
  execute(command: OutsideCommand, sessionTokenHash?: string, role?: Role): Promise<Result<CommandResult>>;
  /** The location for the account's page; `location_closed` if the location was closed. */
  view(): Result<Viewed>;
  /** Events and texts of a visit that staff's pages show; `location_closed` if the location was closed. */
  visitHistory(visitId: string): Result<{ history: VisitHistory }>;
  /** A page of the event log, newest first; `location_closed` if the location was closed. */
  activity(filter: LogFilter): Result<ActivityPart>;
  /**
   * What came of the admissions since then, by actor; none while the owner has not switched the charts on. `owner`: the
   * owner's word in the log. An earlier release sends none.
   */
  figuresByActor(since: number, owner?: string | null): Result<{ figures: ActorFigures[] }>;
  accepting(): Result<Accepting>;
  /**
   * Sends the newest revision of the business's public look-up; an older one changes nothing. `location_closed` and
   * `not_found`: this object can confirm no look-up any more.
   */
  followDirectory(revision: number): Result<object>;
  /** Reads a number as typed at this location; `not_found` if the business has no such location. */
  readNumber(username: string, typed: string): Promise<Result<ReadNumber>>;
  /** The join answer for a visit that this guest already has; `not_found` when the visit is over. */
  resume(claim: GuestClaim): Result<Joined>;
  status(claim: GuestClaim): Result<{ answer: StatusAnswer }>;
  /** The current balances (0 after the end of a trial), and the number of waiting parties. */
  balances(): Result<Balances & { waiting: number }>;
  /** Subscribes a browser to the reminder of the turn. Refused when the visit can no longer be called. */
  subscribeToReminder(claim: GuestClaim, subscription: PushSubscriptionKeys): Result<object>;
  /** Ends a browser's subscription. Idempotent. */
  unsubscribeFromReminder(claim: GuestClaim, endpoint: string): Result<object>;
  /** Idempotent. A receipt for an unknown text is ignored. */
  receiveText(receipt: TextReceipt): Promise<void>;
  /** The guests of these visits, without those whose data are erased. */
  peopleOf(visitIds: string[]): Person[];
  /** Erases personal data whose retention has ended, as the alarm does. For objects whose alarm was lost. */
  eraseExpiredPeople(): Promise<void>;
  /** Reads one part of an export. */
  readCopy(part: TransferPart): Result<TransferTable>;
  /** Stages rows of an import in an object that was never opened; `not_found` for any other. Idempotent. */
  stageCopy(rows: StagedRows): Promise<Result<object>>;
  /** Loads all staged rows and opens the location, or changes nothing. Idempotent. */
  loadCopy(setup: TransferSetup): Promise<Result<object>>;
  /** Seals the location's key by the newest secret. Idempotent. */
  resealKey(): Promise<Result<{ resealed: boolean }>>;
  /** Plans a restore to a time or a bookmark; `not_restorable` if the storage keeps no history. */
  planRestore(to: number | string): Promise<Result<RestorePlan>>;
  /** Stops the object; the next call starts it again. Never answers. */
  restart(): Promise<void>;
  /** The object's current session; it changes with each start. */
  session(): string;
  /** All stored data of the person with this phone number. The number has its country code. */
  personOf(number: string): Promise<Result<PersonCopy>>;
  /** Ends the visits of the person with this number, and erases their personal data. */
  erasePerson(number: string): Promise<Result<ErasedPerson>>;
  /** The release and the number of schema steps that this object runs. Stores nothing. */
  running(): { version: string; schema: number };
  /**
   * Ends sessions at this location: closes their live sockets, and refuses their actions from now on. `offDuty`: people
   * whose duty ends, too, because their rights have changed. Objects of 0.2.0 have no such method.
   */
  endSessions(sessionTokenHashes: string[], offDuty?: Actor[]): { ended: true };
  /**
   * The live sockets of a session on a device end at this time, because somebody uses the device. `not_logged_in`: the
   * session has ended. An object of an earlier release answers nothing.
   */
  keepSocketsOpen(sessionTokenHash: string, until: number): Result<object>;
  /**
   * Sends the state of the location to the business's overview, now and after each change until this time.
   * `not_logged_in`: the session of the page has ended; `location_closed`: the location was closed.
   */
  watch(sessionTokenHash: string, until: number): Result<object>;
  /** Sends news to the pages of the overview. `watched`: whether a page shows the location of the news. */
  tellOverview(news: OverviewNews): { watched: boolean };
};
