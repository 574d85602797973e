/** Interfaces of queue storage. The object uses SQLite (`worker/location/store`). Browsers and tests use memory. */
import type { VisitRef } from './commands.ts';
import type { Accepted, TextRecord } from './decision.ts';
import type { Line } from './rules/line.ts';
import type { RecentJoins } from './rules/recent-joins.ts';
import type { Location, ServiceId, Visit } from './state.ts';

/** The queries that decisions and projections use. Times are epoch milliseconds. */
export type QueueState = {
  /** The id of the location, which is a part of the location's tokens. */
  readonly locationId: string;
  /** The location; null if the location was never opened or is erased. */
  location: () => Location | null;
  /** Finds a visit. Returns null if there is no such visit, or if the guest's proof is wrong. */
  visit: (ref: VisitRef) => Visit | null;
  line: (service: { serviceId: ServiceId }) => Line;
  /** Returns the waiting visits, in the order of their lines. */
  waiting: () => readonly Visit[];
  /** Visits that were admitted at or after `since`, newest first. */
  admittedSince: (since: number) => readonly Visit[];
  /** Visits that left or were removed at or after `since`, newest first, at most `limit`. */
  endedSince: (since: number, limit: number) => readonly Visit[];
  /**
   * How many visits joined, and how many guests left by themselves, at or after `since`. Discarded visits are not
   * counted.
   */
  countsSince: (since: number) => { joined: number; left: number };
  /** Whether the guest of this waiting visit has already asked for five more minutes. */
  hasHadMoreTime: (visitId: string) => boolean;
  /** The visit whose join created this token, and the hash of the join's request; null if there is none. */
  findPriorJoin: (tokenHash: string) => { visit: Visit; requestHash: string } | null;
  /** Ids of the visits with this `liveNumber` (`rules/same-number.ts`). */
  withNumber: (number: string) => readonly string[];
  /** The joins of the last day, by the sender's networks. */
  recentJoins: () => RecentJoins;
  /** The hashes of the networks from which this visit joined, the narrowest first; none for a walk-in. */
  networksOf: (visitId: string) => readonly string[];
  text: (textId: string) => TextRecord | null;
  /**
   * Returns how many text messages the provider accepted on this day (`YYYY-MM-DD`), and how many of these messages
   * were delivered.
   */
  textsOn: (day: string) => { sent: number; delivered: number };
};

/** Queries for commands that become due by time. */
type DueQueries = {
  /** Admitted visits whose hold is over at `now` but not yet marked as ended, earliest end first. */
  holdsEndedBy: (now: number) => readonly Visit[];
  /** Admitted visits without an outcome whose hold ended at or before `holdEndedBy`, earliest end first. */
  unresolvedBy: (holdEndedBy: number) => readonly Visit[];
  nextHoldEnd: () => number | null;
  /** The waiting visits, each with the start of its wait. */
  waits: () => ReadonlyMap<string, number>;
  /** The earliest end of a hold that is marked as ended and whose visit has no outcome. */
  nextUnresolvedHoldEnd: () => number | null;
  /** Returns those of the first `count` visits in line whose guests did not get the "almost there" text. */
  almostThereUnnotified: (service: { serviceId: ServiceId }, count: number) => readonly Visit[];
};

export type QueueStorage = QueueState &
  DueQueries & {
    /**
     * Commits an outcome in one transaction: visits, location, log and pending deliveries. `alongside`: further writes
     * in the same transaction. Returns false and stores nothing if the token of a new visit already exists.
     */
    commit: (outcome: Accepted, at: number, alongside?: () => void) => boolean;
  };
