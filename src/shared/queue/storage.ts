/** What a queue is kept in. The object keeps it in SQLite (`worker/location/store`), a browser and the tests in memory. */
import type { VisitRef } from './commands.ts';
import type { Accepted, TextRecord } from './decision.ts';
import type { Line } from './rules/line.ts';
import type { Location, ServiceId, Visit } from './state.ts';

/** What decisions and projections read. Times are epoch milliseconds. */
export type QueueState = {
  /** The id of the location, which its tokens carry. */
  readonly locationId: string;
  /** Null when the location was never opened, or is erased. */
  location: () => Location | null;
  /** The visit that is meant; null where there is none, or where the proof is of another one. */
  visit: (ref: VisitRef) => Visit | null;
  line: (service: { serviceId: ServiceId }) => Line;
  /** Those who wait, in the order of their lines. */
  waiting: () => readonly Visit[];
  /** Admitted since then, newest first. */
  admittedSince: (since: number) => readonly Visit[];
  /** Left or removed since then, newest first, at most `limit`. */
  endedSince: (since: number, limit: number) => readonly Visit[];
  /** Whether this visit, in line, has had its five more minutes. */
  hasHadMoreTime: (visitId: string) => boolean;
  /** The visit of a join that made this token, and the hash of what that join asked for; null where none did. */
  findPriorJoin: (tokenHash: string) => { visit: Visit; requestHash: string } | null;
  /** How many wait who joined from this sender. */
  waitingFrom: (senderHash: string) => number;
  text: (textId: string) => TextRecord | null;
  /** How many texts the provider took on this day (`YYYY-MM-DD`), and how many of them have arrived. */
  textsOn: (day: string) => { sent: number; delivered: number };
};

/** What the passing of time asks. */
type DueQueries = {
  /** Admitted visits whose running hold ended at or before that time, earliest first. */
  holdsEndedBy: (now: number) => readonly Visit[];
  /** Admitted visits that nobody resolved whose hold ended at or before that time, earliest first. */
  unresolvedBy: (holdEndedBy: number) => readonly Visit[];
  nextHoldEnd: () => number | null;
  /** The earliest end of a hold after which nobody has resolved the visit yet. */
  nextUnresolvedHoldEnd: () => number | null;
  /** Of the first so many in line those who were not notified that their turn is near. */
  almostThereUnnotified: (service: { serviceId: ServiceId }, count: number) => readonly Visit[];
};

export type QueueStorage = QueueState &
  DueQueries & {
    /**
     * Commits an outcome as a whole: visits, location, log and pending deliveries. `alongside` writes in the same transaction.
     * False where the token of a new visit exists already: nothing is committed then.
     */
    commit: (outcome: Accepted, at: number, alongside?: () => void) => boolean;
  };
