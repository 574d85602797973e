/**
 * RPC interface between the Worker and a location's object. Calls and answers are plain data only, because they cross
 * isolates.
 */
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

/**
 * The header of a request for a live socket of staff. Its value is the hash of the session's token. The name contains
 * `owner`, because objects of release 0.2.0 read this name.
 */
export const STAFF_SESSION_HEADER = 'x-owner-session';

export type { ActivityPart } from './store/event-log.ts';
export type { ActorFigures } from './history/actor-figures.ts';
export type { Person } from './store/people.ts';

/** The answer to a call. A refusal is returned, never thrown, because RPC loses the class of an error. */
export type Result<T> = ({ ok: true } & T) | Refusal;

/** Initial data of a location. A repeated call of `open` changes nothing. */
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
  /**
   * The customer debt that the previous location at the same place of the plan had when it was removed; absent if it
   * had no debt.
   */
  customerDebt?: number;
  /**
   * The customer credits that the plan grants each month. Earlier releases send neither this field nor `customerDebt`.
   */
  customerCreditsMonth?: number;
  smsCredits: number;
  /** When the credits expire, in epoch milliseconds: at the end of the trial or of the paid period; null: never. */
  creditsEndAt: number | null;
  /**
   * The newest revision of the credits (`creditsRevision`) and the newest revision of the payments (`billingRevision`)
   * that the figures in this setup include; 0: none.
   */
  creditsRevision: number;
  billingRevision: number;
  /** How many guests may join while the owner's mailbox is unconfirmed; null: no such limit. */
  guestsLeft?: number | null;
};

/**
 * `username`: as typed at sign-up, for the cookie's path. `resumed`: whether the guest already had this visit before
 * the call.
 */
export type Joined = { answer: JoinAnswer; username: string; resumed: boolean };

/**
 * The answer to a command. `to` names the audience. `newcomer`: a guest who joins. `guest`: a guest with a visit.
 * `sender`: the sender of a text. `staff`: staff, who get one visit. `account`: the location's account, which gets the
 * balances before and after the command.
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

/** Narrows the type of an answer to one audience. Throws if the answer is for another audience, which is a bug. */
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

/** What a guest sees before a join (`acceptingView`). */
export type Accepting = ReturnType<typeof acceptingView> & {
  /** The username as typed at sign-up. Objects of earlier releases send neither this field nor `directoryRevision`. */
  username?: string;
  /** The newest revision of the business's public look-up that this object has received. */
  directoryRevision?: number;
};

/** A location as staff see it. Objects of earlier releases send no revision. */
export type Viewed = { view: LocationView; guestsLeft: number | null; directoryRevision?: number };

/**
 * What is known about a typed phone number. `obstacle`: why the number never gets a text at this location; null if it
 * can get texts.
 */
export type ReadNumber = { obstacle: NumberObstacle | null; isLandline: boolean };

/** The provider's receipt for a text. `providerId` is the provider's id of the text. */
export type TextReceipt = {
  textId: string;
  outcome: ProviderState;
  providerId: string;
  why?: TextFault | undefined;
};

/**
 * A part of an export. If `table` is the name of a table, the part is the page of this table that starts after the key
 * `after`. If `table` is `last`, the part contains the rows that may have changed since the export read them.
 */
export type TransferPart = { table: PagedTable | 'last'; after: Cell };

/**
 * Exported rows. `step`: the object's schema step. `next`: the last key of this page, for the next page; null: no more
 * pages.
 */
export type TransferTable = { step: number; tables: ({ table: TransferredTable } & Rows)[]; next: Cell };

/** Account data that replace the values in the rows of an imported location. */
export type TransferSetup = {
  businessId: string;
  username: string;
  businessName: string;
  creditsEndAt: number | null;
  billingRevision: number;
};

/**
 * A planned restore, which happens at the object's next start. `undo`: the bookmark that reverts the restore.
 * `session`: the id of the object's present run.
 */
export type RestorePlan = {
  bookmark: string;
  undo: string;
  session: string;
  /** The hashes of ended sessions, which the restored state may lack. Objects of earlier releases send none. */
  endedSessions?: string[];
};

/** All rows of a person's visit, the name of the business, and the address of the location. */
type PersonVisit = PersonRecord & { address: string; businessName: string };

/**
 * All stored data of a person. `notRead`: the number of other visits whose typed number cannot be parsed; each of these
 * numbers may be the person's number.
 */
export type PersonCopy = { visits: PersonVisit[]; notRead?: number };

/**
 * `visits`: the number of erased visits. `left`: the number of visits that the erasure ended. `notRead`: see
 * `PersonCopy`.
 */
export type ErasedPerson = { visits: number; left: number; notRead?: number };

/** Calls of `LocationQueue`. Every `Result` may be `not_found`, if the object was never opened. */
export type LocationQueueCalls = {
  open(setup: LocationSetup): Promise<void>;
  /**
   * Executes or refuses a command. Joins that arrive together share one commit and are answered after the commit.
   * `not_logged_in`: the session of staff has ended. `not_your_role`: the role may not send the command. The command
   * `close` returns the remaining credits. In an object that was never opened, `close` deletes the staged rows of an
   * import.
   */
  execute(command: OutsideCommand, sessionTokenHash?: string, role?: Role): Promise<Result<CommandResult>>;
  /** The location as staff see it; `location_closed` if the location was closed. */
  view(): Result<Viewed>;
  /** Events and texts of a visit, if staff's pages show this visit; `location_closed` if the location was closed. */
  visitHistory(visitId: string): Result<{ history: VisitHistory }>;
  /** A page of the event log, newest first; `location_closed` if the location was closed. */
  activity(filter: LogFilter): Result<ActivityPart>;
  /**
   * The number of admissions and other figures since `since`, for each actor. Empty if the charts by member are off.
   * `owner`: the word by which the log names the owner (`actorInLog`). It is absent in calls of earlier releases.
   */
  figuresByActor(since: number, owner?: string | null): Result<{ figures: ActorFigures[] }>;
  accepting(): Result<Accepting>;
  /**
   * Stores this revision of the business's public look-up if it is newer than the stored revision. After this call has
   * answered `location_closed` or `not_found`, the object no longer confirms any look-up.
   */
  followDirectory(revision: number): Result<object>;
  /** Parses a number that was typed at this location; `not_found` if the location belongs to another business. */
  readNumber(username: string, typed: string): Promise<Result<ReadNumber>>;
  /** The answer to a join by a guest who already has a visit; `not_found` if the visit has ended. */
  resume(claim: GuestClaim): Result<Joined>;
  status(claim: GuestClaim): Result<{ answer: StatusAnswer }>;
  /** The present balances (0 after the credits have expired), and the number of waiting parties. */
  balances(): Result<Balances & { waiting: number }>;
  /** Subscribes a browser to reminders of the turn; refused if the visit can no longer be called. */
  subscribeToReminder(claim: GuestClaim, subscription: PushSubscriptionKeys): Result<object>;
  /** Ends a browser's subscription. Idempotent. */
  unsubscribeFromReminder(claim: GuestClaim, endpoint: string): Result<object>;
  /** Records a receipt. Idempotent. A receipt for an unknown text is ignored. */
  receiveText(receipt: TextReceipt): Promise<void>;
  /** The guests of these visits, except guests whose data are erased. */
  peopleOf(visitIds: string[]): Person[];
  /** Erases personal data whose retention has ended, for objects that have lost their alarm. */
  eraseExpiredPeople(): Promise<void>;
  /** Reads one part of an export. */
  readCopy(part: TransferPart): Result<TransferTable>;
  /** Stages rows of an import in an object that was never opened; `not_found` for an opened object. Idempotent. */
  stageCopy(rows: StagedRows): Promise<Result<object>>;
  /** Loads all staged rows and opens the location. An invalid row prevents any change. Idempotent. */
  loadCopy(setup: TransferSetup): Promise<Result<object>>;
  /** Seals the location's key by the newest secret. Idempotent. */
  resealKey(): Promise<Result<{ resealed: boolean }>>;
  /** Plans a restore to a time or a bookmark; `not_restorable` if the storage has no history for the time. */
  planRestore(to: number | string): Promise<Result<RestorePlan>>;
  /** Stops the object, so this call gets no answer. The next call starts the object again. */
  restart(): Promise<void>;
  /** The id of the object's current run. Each start of the object makes a new id. */
  session(): string;
  /** All stored data of the person with this phone number, which must have its country code. */
  personOf(number: string): Promise<Result<PersonCopy>>;
  /** Ends the visits of the person with this number, and erases their personal data. */
  erasePerson(number: string): Promise<Result<ErasedPerson>>;
  /** The release that this object runs, and the release's number of schema steps. Stores nothing. */
  running(): { version: string; schema: number };
  /**
   * Ends sessions at this location: closes their live sockets, and refuses their later actions. `offDuty`: the people
   * who also go off duty, because their rights have changed. Objects of release 0.2.0 do not have this method.
   */
  endSessions(sessionTokenHashes: string[], offDuty?: Actor[]): { ended: true };
  /**
   * Extends the lifetime of a device session's live sockets to `until`, because somebody is using the device.
   * `not_logged_in`: the session has ended. Objects of earlier releases do not have this method.
   */
  keepSocketsOpen(sessionTokenHash: string, until: number): Result<object>;
  /**
   * Sends summaries of the location to the business's overview: one now, and one after each change before `until`.
   * `not_logged_in`: the session of the page has ended; `location_closed`: the location was closed.
   */
  watch(sessionTokenHash: string, until: number): Result<object>;
  /** Sends a message about a location to the pages of the overview. `watched`: whether a page shows this location. */
  tellOverview(news: OverviewNews): { watched: boolean };
};
