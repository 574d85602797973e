/** What the Worker and a location's object say to each other. Plain data only: it crosses a call between isolates. */
import type { SettingsChange } from '../../shared/queue/settings.ts';
import type { RefusalCode } from '../../shared/copy/refusals.ts';
import type {
  GuestReply,
  JoinAnswer,
  JoinRequest,
  PreferenceChange,
  StatusAnswer,
} from '../../shared/guest-queue.ts';
import type { Country } from '../../shared/countries.ts';
import type { Language } from '../../shared/languages.ts';
import type { WalkInRequest } from '../../shared/owner-queue.ts';
import type { LocationView, VisitView } from '../../shared/queue-view.ts';
import type { PushSubscriptionKeys } from '../../shared/reminder.ts';
import type { ReplyOutcome } from '../messages/text-commands.ts';
import type { OwnerAction } from '../../shared/queue/rules/owner-action.ts';
import type { ProviderWord, TextFault } from '../../shared/queue/rules/texts.ts';
import type { CopiedTable } from '../../shared/business-file.ts';
import type { Person, PersonRecord } from './store/people.ts';
import type { Cell, PagedTable, Rows, StagedRows } from './store/table-copies.ts';

export type { Person } from './store/people.ts';
export type { OwnerAction } from '../../shared/queue/rules/owner-action.ts';

/** Expected refusals are returned, never thrown: an error class does not survive the call. */
export type Refused = { ok: false; code: RefusalCode };
export type Reply<T> = ({ ok: true } & T) | Refused;

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
  /** Epoch milliseconds: from when on its credits count for nothing, as the trial is over or what was paid; null: not so far. */
  trialEndsAt: number | null;
  /** The newest change of credits and the newest standing that these figures follow; 0: none. */
  creditsRevision?: number;
  standing?: number;
};

export type JoinCall = {
  /** The business the guest asked for: a location of another one answers `not_found`. */
  username: string;
  request: JoinRequest;
  /** The `Idempotency-Key` header; null when the caller sent none. */
  idempotencyKey: string | null;
  /** What the guest reads. */
  language: Language;
  /** The network address behind the request, for a limit; null where senders are not told apart. */
  sender: string | null;
  /** The secret of a visit this browser already has here: while that is live it is the answer (decision 9). */
  heldSecret: string | null;
};

/** A walk-in that the owner adds. The idempotency key as in `JoinCall`. */
export type WalkInCall = { request: WalkInRequest; idempotencyKey: string | null };

/** `username` as typed at sign-up: the cookie's path. `resumed`: nobody joined, the visit was there. */
export type Joined = { answer: JoinAnswer; username: string; resumed: boolean };

/** A location's credits of both kinds. */
export type Balances = { customerCredits: number; smsCredits: number };

/** Balances that an admin sets, or a grant. Of two calls the one with the higher `revision` counts, in whatever order they arrive. */
export type CreditsCall = Balances & { revision: number };

/**
 * Where the account stands with what it pays. `standing` numbers what is known of it, and the newest grant of this location's
 * slot has a revision as in `CreditsCall`: of two calls the later one counts, for each by itself. `ceiling`:
 * what is kept of that grant at most, since the plan became a smaller one. `creditsEndAt` as `trialEndsAt` of the setup.
 */
export type StandingCall = {
  standing: number;
  creditsEndAt: number | null;
  grant: CreditsCall | null;
  ceiling: CreditsCall | null;
};

/** A guest's claim to a visit: the secret half of the token, or the code of a link in its place; and the spec's key where the path names one. */
export type GuestClaim = { username: string; secret: string; customerKey?: string };

/** How an owner names a visit. */
export type VisitName = { id: string } | { customerKey: string };

/** Whether a guest could join now, and if not, why. */
export type Accepting = { refusal: RefusalCode | null; smsAvailable: boolean };

/** What the provider says of one of this location's texts, which it calls `providerId`. */
export type TextReceipt = {
  textId: string;
  outcome: ProviderWord;
  providerId: string;
  why?: TextFault | undefined;
};

/** What a guest answered to a text about this visit, from this number (E.164). */
export type TextAnswer = { visitId: string; from: string; command: 'on_my_way' | 'leave' };

/** A part of a location that is read out: a page of a table after a key, or what is read at once in the end. */
export type CopyPart = {
  table: PagedTable | 'last';
  after: Cell;
  /** The newest rows of the two logs that belong to the pages. */
  events: number;
  consents: number;
};

/** What was read, of an object that has done so many steps of its schema. `next`: the key to go on after; null: none. */
export type TableCopy = {
  step: number;
  newest: { events: number; consents: number };
  tables: ({ table: CopiedTable } & Rows)[];
  next: Cell;
};

/** Whose a location that is made from copied rows is, whatever the rows say. */
export type CopySetup = {
  businessId: string;
  username: string;
  businessName: string;
  creditsEndAt: number | null;
  standing: number;
};

/** `undo`: the bookmark that leads forward again. `session`: which life of the object planned it; it happens in the next one. */
export type RestorePlan = { bookmark: string; undo: string; session: string };

/** A visit of a person, with all that is kept of it, and where it was. */
export type PersonVisit = PersonRecord & { address: string; businessName: string };

/** How many visits a person was forgotten of, and how many of them ended by it. */
export type ErasedPerson = { visits: number; left: number };

/** The calls of `LocationQueue`. Every one that replies may answer `not_found`: the object was never opened. */
export type LocationQueueCalls = {
  open(setup: LocationSetup): void;
  /**
   * Refuses all further joins, ends every waiting visit and tells its guest; replies the credits left. An object that was never
   * opened forgets the rows that were kept aside in it.
   */
  close(): Promise<Reply<CreditsCall>>;
  /** `location_closed` once it was closed: there is nothing left to look after. */
  view(): Reply<{ view: LocationView }>;
  accepting(): Reply<Accepting>;
  /** Joins that come together are written together; none is answered before it is. */
  join(call: JoinCall): Promise<Reply<Joined>>;
  /** The answer to a join for a visit this guest still has; `not_found` when it is over. */
  resume(claim: GuestClaim): Reply<Joined>;
  status(claim: GuestClaim): Reply<{ answer: StatusAnswer }>;
  /** Replies the username as `Joined` does. */
  leave(claim: GuestClaim): Promise<Reply<{ username: string }>>;
  changePreference(
    claim: GuestClaim,
    change: PreferenceChange,
    language: Language,
  ): Promise<Reply<{ answer: StatusAnswer }>>;
  /** What the guest reads from now on; the way to wait stays as it is by then. */
  changeLanguage(claim: GuestClaim, language: Language): Promise<Reply<{ answer: StatusAnswer }>>;
  /** The guest is on the way, or needs five more minutes. Asked again for what is so, it answers that. */
  reply(claim: GuestClaim, said: GuestReply): Promise<Reply<{ answer: StatusAnswer }>>;
  /** From now on this browser is told of the guest's turn. Refused once the visit cannot be called any more. */
  keepReminder(claim: GuestClaim, subscription: PushSubscriptionKeys): Reply<object>;
  /** No longer; repeating it is harmless. */
  dropReminder(claim: GuestClaim, endpoint: string): Reply<object>;
  /** What the owner does to a visit, by any of the owner's tools. */
  act(name: VisitName, action: OwnerAction): Promise<Reply<{ visit: VisitView }>>;
  addWalkIn(call: WalkInCall): Reply<{ visit: VisitView }>;
  changeSettings(change: SettingsChange): Promise<Reply<object>>;
  /** What counts now, and how many parties wait. */
  balances(): Reply<Balances & { waiting: number }>;
  /**
   * Replies the stored balances before and after, which a trial's end does not change. Repeating it is harmless.
   * `location_closed`: whoever frees its slot sees to it.
   */
  setCredits(call: CreditsCall): Promise<Reply<{ before: Balances; after: Balances }>>;
  /** Repeating it is harmless. `location_closed` as above. */
  followStanding(call: StandingCall): Promise<Reply<object>>;
  /** Replies what it came to; `not_found` where the visit is over, or another number's by now. Repeating it is harmless. */
  answerByText(answer: TextAnswer): Promise<Reply<{ outcome: ReplyOutcome }>>;
  /** Repeating it is harmless; of a text that this location never sent nothing is noted. */
  receiveText(receipt: TextReceipt): Promise<void>;
  /** Who the guests of these visits are; without those that are not known any more. */
  peopleOf(visitIds: string[]): Person[];
  /** Forgets whom it need no longer know. Its own alarm does so, too: this is for an object that slept since before it did. */
  forgetPeople(): Promise<void>;
  /** Reads a part of everything that is stored, for a file. */
  readCopy(part: CopyPart): Reply<TableCopy>;
  /** Keeps rows aside in an object that was never opened; `not_found` for any other. Repeating it is harmless. */
  stageCopy(rows: StagedRows): Reply<object>;
  /** Becomes an open location of the rows that were kept aside, or stays as it is. Repeating it is harmless. */
  loadCopy(setup: CopySetup): Promise<Reply<object>>;
  /** Plans to go back to what was stored at that instant, or at a bookmark; `not_restorable` where the storage keeps no past. */
  planRestore(to: number | string): Promise<Reply<RestorePlan>>;
  /** Stops the object, which begins anew with the next call. Never answers. */
  restart(): Promise<void>;
  /** Which life of the object answers: another one each time that it begins anew. */
  session(): string;
  /** All that is known of whoever gave this number, with its country's code. */
  personOf(number: string): Reply<{ visits: PersonVisit[] }>;
  /** Ends the visits of whoever gave this number, and forgets them. */
  erasePerson(number: string): Promise<Reply<ErasedPerson>>;
  /** What this object runs: the release, and the steps of its database that it knows. Nothing is stored. */
  running(): { version: string; schema: number };
  /** Ends the live sockets of sessions that have ended. */
  disconnectOwner(sessionTokenHashes: string[]): void;
};
