/** What the Worker and a location's object say to each other. Plain data only: it crosses a call between isolates. */
import type { TransferredTable } from '../../shared/contracts/business-file.ts';
import type { RefusalCode } from '../../shared/copy/en/refusals.ts';
import type { Country } from '../../shared/countries.ts';
import type { JoinAnswer, StatusAnswer } from '../../shared/contracts/guest.ts';
import type { GuestClaim, OutsideCommand } from '../../shared/queue/commands.ts';
import type { Refusal } from '../../shared/queue/decision.ts';
import type { Balances } from '../../shared/queue/rules/credits.ts';
import type { ProviderState, TextFault } from '../../shared/text/text-states.ts';
import type { LocationView, VisitView } from '../../shared/contracts/queue-view.ts';
import type { PushSubscriptionKeys } from '../../shared/contracts/reminder.ts';
import type { ReplyOutcome } from '../../shared/copy/en/texts.ts';
import type { Person, PersonRecord } from './store/people.ts';

import type { Cell, PagedTable, Rows, StagedRows } from './store/staged-tables.ts';

export type { Person } from './store/people.ts';

/** Expected refusals are returned, never thrown: an error class does not survive the call. */
export type Result<T> = ({ ok: true } & T) | Refusal;

/** All that an object has to know of its location. Sent when the location is added; repeating it is harmless. */
export type LocationSetup = {
  businessId: string;
  businessName: string;
  /** As typed at sign-up: it stands in the guest's links. */
  username: string;
  address: string;
  timezone: string;
  /** Where it is; null where that is not known. */
  country: Country | null;
  customerCredits: number;
  smsCredits: number;
  /** Epoch milliseconds: from when on its credits count for nothing, as the trial is over or the paid time; null: not so far. */
  creditsEndAt: number | null;
  /** The newest change of credits and the newest news about payments that these figures follow; 0: none. */
  creditsRevision: number;
  billingRevision: number;
  /** How many guests may come while the owner's mailbox is unconfirmed; null: as many as there are credits. */
  guestsLeft?: number | null;
};

/** `username` as typed at sign-up: the cookie's path. `resumed`: nobody joined, the visit was there. */
export type Joined = { answer: JoinAnswer; username: string; resumed: boolean };

/**
 * What is answered to a command, by its audience: a guest who joins, a guest in line, the sender of a text, staff about a visit, or
 * the account about its location (what it may give away as it is stored, before and after).
 */
export type CommandResult =
  | ({ to: 'newcomer' } & Joined)
  | { to: 'guest'; answer: StatusAnswer; username: string }
  | { to: 'sender'; outcome: ReplyOutcome }
  | { to: 'staff'; visit: VisitView }
  | { to: 'account'; before: Balances; after: Balances; revision: number; guestsLeft: number | null };

/** The answer to a command whose audience is known. Throws for another one: that is a bug. */
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

/** Whether a guest could join now, and if not, why. */
export type Accepting = { refusal: RefusalCode | null; smsAvailable: boolean };

/** What the provider says of one of this location's texts, which it calls `providerId`. */
export type TextReceipt = {
  textId: string;
  outcome: ProviderState;
  providerId: string;
  why?: TextFault | undefined;
};

/** A part of a location that is read out: a page of a table after a key, or what is read at once in the end. */
export type TransferPart = { table: PagedTable | 'last'; after: Cell };

/** What was read, of an object that has done so many steps of its schema. `next`: the key to go on after; null: none. */
export type TransferTable = { step: number; tables: ({ table: TransferredTable } & Rows)[]; next: Cell };

/** Whose a location that is made from copied rows is, whatever the rows say. */
export type TransferSetup = {
  businessId: string;
  username: string;
  businessName: string;
  creditsEndAt: number | null;
  billingRevision: number;
};

/** `undo`: the bookmark that leads forward again. `session`: which life of the object planned it; it happens in the next one. */
export type RestorePlan = { bookmark: string; undo: string; session: string };

/** A visit of a person, with all its rows, and its location. */
export type PersonVisit = PersonRecord & { address: string; businessName: string };

/** The number of visits whose personal data were erased, and how many of them ended by it. */
export type ErasedPerson = { visits: number; left: number };

/** The calls of `LocationQueue`. Every one with a result may answer `not_found`: the object was never opened. */
export type LocationQueueCalls = {
  open(setup: LocationSetup): void;
  /**
   * Does what is asked, or says why not. Joins that come together are written together; none is answered before it is. A location
   * that closes answers the credits left; an object that was never opened deletes the rows that were staged in it.
   */
  execute(command: OutsideCommand): Promise<Result<CommandResult>>;
  /** `location_closed` once it was closed: there is nothing left to look after. */
  view(): Result<{ view: LocationView; guestsLeft: number | null }>;
  accepting(): Result<Accepting>;
  /** The answer to a join for a visit this guest still has; `not_found` when it is over. */
  resume(claim: GuestClaim): Result<Joined>;
  status(claim: GuestClaim): Result<{ answer: StatusAnswer }>;
  /** What counts now, and how many parties wait. */
  balances(): Result<Balances & { waiting: number }>;
  /** From now on this browser is told of the guest's turn. Refused once the visit cannot be called any more. */
  subscribeToReminder(claim: GuestClaim, subscription: PushSubscriptionKeys): Result<object>;
  /** No longer; repeating it is harmless. */
  unsubscribeFromReminder(claim: GuestClaim, endpoint: string): Result<object>;
  /** Repeating it is harmless; of a text that this location never sent nothing is noted. */
  receiveText(receipt: TextReceipt): Promise<void>;
  /** Who the guests of these visits are; without those that are not known any more. */
  peopleOf(visitIds: string[]): Person[];
  /** Erases the personal data whose time is over, as the object's alarm does: for an object whose alarm was lost. */
  eraseExpiredPeople(): Promise<void>;
  /** Reads a part of everything that is stored, for a file. */
  readCopy(part: TransferPart): Result<TransferTable>;
  /** Keeps rows aside in an object that was never opened; `not_found` for any other. Repeating it is harmless. */
  stageCopy(rows: StagedRows): Result<object>;
  /** Becomes an open location of the staged rows, or stays as it is. Repeating it is harmless. */
  loadCopy(setup: TransferSetup): Promise<Result<object>>;
  /** Plans to go back to what was stored at that instant, or at a bookmark; `not_restorable` where the storage keeps no past. */
  planRestore(to: number | string): Promise<Result<RestorePlan>>;
  /** Stops the object, which begins anew with the next call. Never answers. */
  restart(): Promise<void>;
  /** Which life of the object answers: another one each time that it begins anew. */
  session(): string;
  /** All that is known of whoever gave this number, with its country's code. */
  personOf(number: string): Result<{ visits: PersonVisit[] }>;
  /** Ends the visits of the person who gave this number, and erases the personal data. */
  erasePerson(number: string): Promise<Result<ErasedPerson>>;
  /** What this object runs: the release, and the steps of its database that it knows. Nothing is stored. */
  running(): { version: string; schema: number };
  /** Ends the live sockets of sessions that have ended. */
  disconnectOwner(sessionTokenHashes: string[]): void;
};
