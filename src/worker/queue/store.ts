/** The object's location and visits: their columns are known here only. Rows become domain objects. */
import type { TextState, VisitStatus, WaitingPreference } from '../../shared/queue-view.ts';
import type { LocationSetup } from './calls.ts';
import type { Place } from './line.ts';
import type { Location, Visit } from './queue.ts';

type LocationRow = {
  business_id: string;
  business_name: string;
  username: string;
  address: string;
  timezone: string;
  customer_credits: number;
  sms_credits: number;
  trial_ends_at: number | null;
  hold_ms: number;
  paused: number;
  closed: number;
  last_joined_at: number;
  last_rank: number;
  version: number;
};

type VisitRow = {
  id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  num_guests: number;
  waiting_preference: WaitingPreference;
  joined_at: number;
  rank: number;
  status: VisitStatus;
  admitted_at: number | null;
  hold_ends_at: number | null;
  hold_expired: number;
  ended_at: number | null;
  text_status: TextState['status'] | null;
  text_error: NonNullable<TextState['error']> | null;
  promised_minutes: number;
  promised_low: number;
  promised_high: number;
  revision: number;
};

/** What identifies a join besides the party: only hashes of what the guest keeps. */
export type JoinIdentity = {
  tokenHash: string;
  idempotencyHash: string | null;
  requestHash: string;
  senderHash: string | null;
};

export class Store {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  /** Runs `work` as one transaction: all of its writes or none. */
  transaction(work: () => void): void {
    this.#storage.transactionSync(work);
  }

  /** Writes the location once; a repeated setup of an open location changes nothing. */
  open(setup: LocationSetup, holdMs: number, tokenKey: ArrayBuffer): void {
    this.#sql.exec(
      `INSERT INTO location (only_row, token_key, business_id, business_name, username, address, timezone,
         customer_credits, sms_credits, trial_ends_at, hold_ms)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      tokenKey,
      setup.businessId,
      setup.businessName,
      setup.username,
      setup.address,
      setup.timezone,
      setup.customerCredits,
      setup.smsCredits,
      setup.trialEndsAt,
      holdMs,
    );
  }

  /** Null when the object was never opened. */
  location(): Location | null {
    const row = first(this.#sql.exec<LocationRow>('SELECT * FROM location'));
    return row === undefined ? null : toLocation(row);
  }

  /** The key that turns an idempotency key into a token's secret. */
  tokenKey(): ArrayBuffer {
    return this.#sql.exec<{ token_key: ArrayBuffer }>('SELECT token_key FROM location').one().token_key;
  }

  saveLocation(location: Location): void {
    this.#sql.exec(
      `UPDATE location SET customer_credits = ?, sms_credits = ?, trial_ends_at = ?, hold_ms = ?, paused = ?,
         closed = ?, last_joined_at = ?, last_rank = ?, version = ?`,
      location.customerCredits,
      location.smsCredits,
      location.trialEndsAt,
      location.holdMs,
      Number(location.paused),
      Number(location.closed),
      location.lastJoinedAt,
      location.lastRank,
      location.version,
    );
  }

  visit(id: string): Visit | null {
    return this.#oneVisit('id = ?', id);
  }

  visitByTokenHash(tokenHash: string): Visit | null {
    return this.#oneVisit('token_hash = ?', tokenHash);
  }

  visitByJoinTime(joinedAt: number): Visit | null {
    return this.#oneVisit('joined_at = ?', joinedAt);
  }

  /** The visit of an earlier join with this idempotency key, and the hash of what that join asked for. */
  visitByIdempotencyHash(idempotencyHash: string): { visit: Visit; requestHash: string } | null {
    const row = first(
      this.#sql.exec<VisitRow & { request_hash: string }>(
        'SELECT * FROM visit WHERE idempotency_hash = ?',
        idempotencyHash,
      ),
    );
    return row === undefined ? null : { visit: toVisit(row), requestHash: row.request_hash };
  }

  insertVisit(visit: Visit, identity: JoinIdentity): void {
    this.#sql.exec(
      `INSERT INTO visit (id, token_hash, idempotency_hash, request_hash, sender_hash, first_name, last_name, phone_number,
         num_guests, waiting_preference, joined_at, rank, status, promised_minutes, promised_low, promised_high)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      visit.id,
      identity.tokenHash,
      identity.idempotencyHash,
      identity.requestHash,
      identity.senderHash,
      visit.firstName,
      visit.lastName,
      visit.phoneNumber,
      visit.numGuests,
      visit.waitingPreference,
      visit.joinedAt,
      visit.rank,
      visit.status,
      visit.promise.minutes,
      visit.promise.low,
      visit.promise.high,
    );
  }

  /** Everything about a visit that can change. */
  saveVisit(visit: Visit): void {
    this.#sql.exec(
      `UPDATE visit SET first_name = ?, last_name = ?, phone_number = ?, waiting_preference = ?, rank = ?, status = ?,
         admitted_at = ?, hold_ends_at = ?, hold_expired = ?, ended_at = ?, text_status = ?, text_error = ?,
         revision = ?
       WHERE id = ?`,
      visit.firstName,
      visit.lastName,
      visit.phoneNumber,
      visit.waitingPreference,
      visit.rank,
      visit.status,
      visit.admittedAt,
      visit.holdEndsAt,
      Number(visit.holdExpired),
      visit.endedAt,
      visit.text?.status ?? null,
      visit.text?.error ?? null,
      visit.revision,
      visit.id,
    );
  }

  /** The line in order. */
  waiting(): Visit[] {
    return this.#visits(`status = 'waiting' ORDER BY rank`);
  }

  /** The line in order, without anything about the parties. */
  places(): Place[] {
    return this.#sql
      .exec<Place>(`SELECT id, rank FROM visit WHERE status = 'waiting' ORDER BY rank`)
      .toArray();
  }

  /** Admitted since then, newest first. */
  admittedSince(since: number): Visit[] {
    return this.#visits(
      `admitted_at >= ? AND status IN ('admitted', 'arrived', 'no_show') ORDER BY admitted_at DESC`,
      since,
    );
  }

  /** Left or removed since then, newest first, at most `limit`. */
  endedSince(since: number, limit: number): Visit[] {
    return this.#visits(
      `ended_at >= ? AND status IN ('left', 'removed') ORDER BY ended_at DESC LIMIT ?`,
      since,
      limit,
    );
  }

  /** How many wait who joined from this sender. */
  waitingFrom(senderHash: string): number {
    return this.#sql
      .exec<{ n: number }>(
        `SELECT COUNT(*) AS n FROM visit WHERE sender_hash = ? AND status = 'waiting'`,
        senderHash,
      )
      .one().n;
  }

  /** The ids of admitted visits whose running hold ended at or before that time. */
  holdsEndedBy(now: number): string[] {
    return this.#sql
      .exec<{ id: string }>(
        `SELECT id FROM visit WHERE status = 'admitted' AND hold_expired = 0 AND hold_ends_at <= ?
         ORDER BY hold_ends_at`,
        now,
      )
      .toArray()
      .map(({ id }) => id);
  }

  /** Forgets who the guests were: names and phone numbers of every visit. What is owed to them stays in the outbox. */
  erasePeople(): void {
    this.#sql
      .exec(`UPDATE visit SET first_name = '', last_name = '', phone_number = '', request_hash = '', sender_hash = NULL,
         idempotency_hash = NULL`);
  }

  /** The earliest end of a running hold. */
  nextHoldEnd(): number | null {
    return this.#sql
      .exec<{ at: number | null }>(
        `SELECT MIN(hold_ends_at) AS at FROM visit WHERE status = 'admitted' AND hold_expired = 0`,
      )
      .one().at;
  }

  #oneVisit(where: string, value: string | number): Visit | null {
    const row = first(this.#sql.exec<VisitRow>(`SELECT * FROM visit WHERE ${where}`, value));
    return row === undefined ? null : toVisit(row);
  }

  #visits(where: string, ...values: number[]): Visit[] {
    return this.#sql
      .exec<VisitRow>(`SELECT * FROM visit WHERE ${where}`, ...values)
      .toArray()
      .map(toVisit);
  }
}

function first<Row extends Record<string, SqlStorageValue>>(cursor: SqlStorageCursor<Row>): Row | undefined {
  return cursor.toArray()[0];
}

function toLocation(row: LocationRow): Location {
  return {
    businessId: row.business_id,
    businessName: row.business_name,
    username: row.username,
    address: row.address,
    timezone: row.timezone,
    customerCredits: row.customer_credits,
    smsCredits: row.sms_credits,
    trialEndsAt: row.trial_ends_at,
    holdMs: row.hold_ms,
    paused: row.paused === 1,
    closed: row.closed === 1,
    lastJoinedAt: row.last_joined_at,
    lastRank: row.last_rank,
    version: row.version,
  };
}

function toVisit(row: VisitRow): Visit {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    numGuests: row.num_guests,
    waitingPreference: row.waiting_preference,
    joinedAt: row.joined_at,
    rank: row.rank,
    status: row.status,
    admittedAt: row.admitted_at,
    holdEndsAt: row.hold_ends_at,
    holdExpired: row.hold_expired === 1,
    endedAt: row.ended_at,
    text:
      row.text_status === null
        ? null
        : { status: row.text_status, ...(row.text_error !== null && { error: row.text_error }) },
    promise: {
      minutes: row.promised_minutes,
      low: row.promised_low,
      high: row.promised_high,
      method: 'fixed',
    },
    revision: row.revision,
  };
}
