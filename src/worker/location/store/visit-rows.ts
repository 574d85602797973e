/** Table `visit`: its queries and writes. */
import type { JoinKeys } from '../../../shared/queue/decision.ts';
import type { RankedVisit } from '../../../shared/queue/rules/line.ts';
import { courseOf, type RecentJoin } from '../../../shared/queue/rules/recent-joins.ts';
import type { Visit } from '../../../shared/queue/state.ts';
import { toVisit, type VisitRow } from './visit-row.ts';

/** The maximum number of visits in the cache. It is enough for all guests whose pages poll. */
const KNOWN_MAX = 5_000;

/** The assignments that erase the hashes of a sender's networks. */
export const NO_SENDER = 'sender_hash = NULL, sender_56 = NULL, sender_48 = NULL';

type SenderColumns = { sender_hash: string | null; sender_56: string | null; sender_48: string | null };
type SenderRow = Pick<VisitRow, 'id' | 'joined_at' | 'status' | 'admitted_at' | 'ended_at'> & SenderColumns;

export class VisitRows {
  readonly #sql: SqlStorage;
  /** Cache of rows, because reading a row takes as long as the rest of an answer. Only this object writes the rows. */
  readonly #known = new Map<string, Visit>();
  readonly #idByTokenHash = new Map<string, string>();

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  byId(id: string): Visit | null {
    return this.#known.get(id) ?? this.#oneVisit('id = ?', id);
  }

  byTokenHash(tokenHash: string): Visit | null {
    const id = this.#idByTokenHash.get(tokenHash);
    const known = id === undefined ? undefined : this.#known.get(id);
    if (known !== undefined) return known;
    const visit = this.#oneVisit('token_hash = ?', tokenHash);
    if (visit !== null) this.#idByTokenHash.set(tokenHash, visit.id);
    return visit;
  }

  /** Clears the cache after a rollback, because the cache may differ from the stored rows. */
  clearCache(): void {
    this.#known.clear();
    this.#idByTokenHash.clear();
  }

  byJoinTime(joinedAt: number): Visit | null {
    return this.#oneVisit('joined_at = ?', joinedAt);
  }

  /** The visit that joined with this token, and the hash of the join's request, which is '' after an erasure. */
  byJoin(tokenHash: string): { visit: Visit; requestHash: string } | null {
    const [row] = this.#sql
      .exec<{ id: string; request_hash: string }>(
        'SELECT id, request_hash FROM visit WHERE token_hash = ?',
        tokenHash,
      )
      .toArray();
    const visit = row && this.byId(row.id);
    return row && visit ? { visit, requestHash: row.request_hash } : null;
  }

  /** Inserts a new visit with the hashes of its join. Returns false and stores nothing if its token already exists. */
  insert(visit: Visit, keys: JoinKeys): boolean {
    const { rowsWritten } = this.#sql.exec(
      `INSERT INTO visit (id, service_id, token_hash, request_hash, sender_hash, sender_56, sender_48, first_name, last_name, phone_number,
         e164, e164_country, num_guests, waiting_preference, language, joined_at, rank, status, promised_minutes, promised_low, promised_high,
         promised_method, promised_learned_ms, almost_there_told, walk_in, text_price)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (token_hash) DO NOTHING`,
      visit.id,
      visit.serviceId,
      keys.tokenHash,
      keys.requestHash,
      keys.networks[0] ?? null,
      keys.networks[1] ?? null,
      keys.networks[2] ?? null,
      visit.firstName,
      visit.lastName,
      visit.phoneNumber,
      visit.textNumber?.e164 ?? '',
      visit.textNumber?.country ?? null,
      visit.numGuests,
      visit.waitingPreference,
      visit.language,
      visit.joinedAt,
      visit.rank,
      visit.status,
      visit.promise.minutes,
      visit.promise.low,
      visit.promise.high,
      visit.promise.method,
      visit.promise.learnedMs,
      Number(visit.almostThereNotified),
      Number(visit.isWalkIn),
      visit.textNumber?.price ?? 1,
    );
    if (rowsWritten === 0) return false;
    this.#know(visit);
    this.#idByTokenHash.set(keys.tokenHash, visit.id);
    return true;
  }

  save(visit: Visit): void {
    this.#know(visit);
    this.#sql.exec(
      `UPDATE visit SET first_name = ?, last_name = ?, phone_number = ?, e164 = ?, e164_country = ?, text_price = ?, num_guests = ?, waiting_preference = ?, note = ?,
         earlier_names = ?, language = ?, returned_at = ?, rank = ?,
         status = ?, admitted_at = ?, hold_ends_at = ?, hold_expired = ?, hold_restarted_at = ?, auto_resolved = ?, called_again_at = ?, ended_at = ?, wait_expired = ?, served_at = ?, charged = ?, discarded = ?,
         moved = ?, on_my_way_at = ?, more_time_at = ?, text_status = ?, text_error = ?, text_credits = ?, calls = ?, almost_there_told = ?, page_gone = ?, revision = ?
       WHERE id = ?`,
      visit.firstName,
      visit.lastName,
      visit.phoneNumber,
      visit.textNumber?.e164 ?? '',
      visit.textNumber?.country ?? null,
      visit.textNumber?.price ?? 1,
      visit.numGuests,
      visit.waitingPreference,
      visit.note,
      JSON.stringify(visit.earlierNames),
      visit.language,
      visit.returnedAt,
      visit.rank,
      visit.status,
      visit.admittedAt,
      visit.holdEndsAt,
      Number(visit.holdExpired),
      visit.holdRestartedAt,
      Number(visit.autoResolved),
      visit.calledAgainAt,
      visit.endedAt,
      Number(visit.waitExpired),
      visit.servedAt,
      Number(visit.charged),
      Number(visit.discarded),
      Number(visit.moved),
      visit.onMyWayAt,
      visit.moreTimeAt,
      visit.text?.status ?? null,
      visit.text?.error ?? null,
      visit.textCredits,
      visit.summonCount,
      Number(visit.almostThereNotified),
      Number(visit.pageGone),
      visit.revision,
      visit.id,
    );
  }

  /**
   * Changes imported visits for this object. Pending texts become `unknown`, because the old object may have sent the
   * texts. The first `near` visits in line are marked as notified, so that they do not get a second "almost there"
   * text.
   */
  adopt(apart: number, near: number): void {
    this.clearCache();
    this.#sql.exec(
      `UPDATE visit SET revision = revision + ?,
         text_status = iif(text_status IN ('queued', 'sending'), 'unknown', text_status)`,
      apart,
    );
    this.#sql.exec(
      `UPDATE visit SET almost_there_told = 1 WHERE id IN (SELECT id FROM visit WHERE status = 'waiting' ORDER BY rank LIMIT ?)`,
      near,
    );
  }

  /**
   * Changes the ranks of these visits, one after the other. When a rank is written, no other visit may have this rank.
   */
  saveRanks(ranks: readonly RankedVisit[]): void {
    for (const { id, rank } of ranks) {
      this.#known.delete(id);
      this.#sql.exec('UPDATE visit SET rank = ? WHERE id = ?', rank, id);
    }
  }

  /** The line in order. */
  waiting(): Visit[] {
    return this.#visits(`status = 'waiting' ORDER BY rank`);
  }

  positions(): RankedVisit[] {
    return this.#sql
      .exec<RankedVisit>(`SELECT id, rank FROM visit WHERE status = 'waiting' ORDER BY rank`)
      .toArray();
  }

  /** The waiting visits, each with the start of its wait. */
  waits(): Map<string, number> {
    const rows = this.#sql.exec<{ id: string; since: number }>(
      `SELECT id, coalesce(returned_at, joined_at) AS since FROM visit WHERE status = 'waiting'`,
    );
    return new Map(rows.toArray().map(({ id, since }) => [id, since]));
  }

  /** Visits among the first `positions` in line that were not notified yet. */
  almostThereUnnotified(positions: number): Visit[] {
    return this.#visits(
      `almost_there_told = 0 AND id IN (SELECT id FROM visit WHERE status = 'waiting' ORDER BY rank LIMIT ?) ORDER BY rank`,
      positions,
    );
  }

  hadMoreTime(): string[] {
    return this.#sql
      .exec<{ id: string }>(`SELECT id FROM visit WHERE status = 'waiting' AND more_time_at IS NOT NULL`)
      .toArray()
      .map(({ id }) => id);
  }

  /** Visits that were admitted at or after `since`, newest first. */
  admittedSince(since: number): Visit[] {
    return this.#visits(
      `admitted_at >= ? AND status IN ('admitted', 'arrived', 'no_show') ORDER BY admitted_at DESC`,
      since,
    );
  }

  /** Visits that left or were removed at or after `since`, newest first, at most `limit`. */
  endedSince(since: number, limit: number): Visit[] {
    return this.#visits(
      `ended_at >= ? AND status IN ('left', 'removed') ORDER BY ended_at DESC LIMIT ?`,
      since,
      limit,
    );
  }

  /**
   * How many visits joined, and how many guests left by themselves, at or after `since`. Discarded visits are not
   * counted.
   */
  countsSince(since: number): { joined: number; left: number } {
    return this.#sql
      .exec<{ joined: number; left: number }>(
        `SELECT (SELECT count(*) FROM visit WHERE joined_at >= ?1 AND discarded = 0) AS joined,
           (SELECT count(*) FROM visit WHERE ended_at >= ?1 AND status = 'left' AND discarded = 0) AS "left"`,
        since,
      )
      .one();
  }

  /** The waiting visits, and the admitted visits that have no outcome yet. */
  live(): Visit[] {
    const always = Number.MAX_SAFE_INTEGER;
    return [...this.waiting(), ...this.holdsEndedBy(always), ...this.unresolvedBy(always)];
  }

  /** The joins whose networks are not erased yet, oldest first. */
  recentJoins(): RecentJoin[] {
    return this.#sql
      .exec<SenderRow>(
        `SELECT id, joined_at, status, admitted_at, ended_at, sender_hash, sender_56, sender_48 FROM visit
         WHERE sender_hash IS NOT NULL ORDER BY joined_at`,
      )
      .toArray()
      .map((row) => ({
        visitId: row.id,
        joinedAt: row.joined_at,
        networks: networksIn(row),
        ...courseOf({ status: row.status, admittedAt: row.admitted_at, endedAt: row.ended_at }),
      }));
  }

  /** The time of the earliest join whose networks are not erased yet; null if there is no such join. */
  earliestSender(): number | null {
    return this.#sql
      .exec<{ at: number | null }>('SELECT MIN(joined_at) AS at FROM visit WHERE sender_hash IS NOT NULL')
      .one().at;
  }

  /** Erases the networks of the senders who joined at or before `joinedUpTo`. */
  eraseSenders(joinedUpTo: number): void {
    this.#sql.exec(
      `UPDATE visit SET ${NO_SENDER} WHERE sender_hash IS NOT NULL AND joined_at <= ?`,
      joinedUpTo,
    );
  }

  /** The hashes of the networks from which this visit joined, the narrowest first; none for a walk-in. */
  networksOf(visitId: string): string[] {
    return this.#sql
      .exec<SenderColumns>('SELECT sender_hash, sender_56, sender_48 FROM visit WHERE id = ?', visitId)
      .toArray()
      .flatMap(networksIn);
  }

  /** Admitted visits whose hold is over at `now` but not yet marked as ended. */
  holdsEndedBy(now: number): Visit[] {
    return this.#visits(
      `status = 'admitted' AND hold_expired = 0 AND hold_ends_at <= ? ORDER BY hold_ends_at`,
      now,
    );
  }

  /** Admitted visits without an outcome whose hold ended at or before `holdEndedBy`. */
  unresolvedBy(holdEndedBy: number): Visit[] {
    return this.#visits(
      `status = 'admitted' AND hold_expired = 1 AND auto_resolved = 0 AND hold_ends_at <= ? ORDER BY hold_ends_at`,
      holdEndedBy,
    );
  }

  nextHoldEnd(): number | null {
    return this.#earliestHold('hold_expired = 0');
  }

  nextUnresolvedHoldEnd(): number | null {
    return this.#earliestHold('hold_expired = 1 AND auto_resolved = 0');
  }

  #earliestHold(where: string): number | null {
    return this.#sql
      .exec<{ at: number | null }>(
        `SELECT MIN(hold_ends_at) AS at FROM visit WHERE status = 'admitted' AND ${where}`,
      )
      .one().at;
  }

  #oneVisit(where: string, value: string | number): Visit | null {
    const [row] = this.#sql.exec<VisitRow>(`SELECT * FROM visit WHERE ${where}`, value).toArray();
    return row === undefined ? null : this.#know(toVisit(row));
  }

  #know(visit: Visit): Visit {
    // If the cache is full, deletes the oldest entry: a map lists its entries in the order of insertion, so the oldest
    // entry is the first.
    const [oldest] = this.#known.size < KNOWN_MAX || this.#known.has(visit.id) ? [] : this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(visit.id, visit);
    return visit;
  }

  #visits(where: string, ...values: number[]): Visit[] {
    return this.#sql
      .exec<VisitRow>(`SELECT * FROM visit WHERE ${where}`, ...values)
      .toArray()
      .map(toVisit);
  }
}

/** The hashes of a sender's networks that are not erased, the narrowest first. */
function networksIn({ sender_hash, sender_56, sender_48 }: SenderColumns): string[] {
  return [sender_hash, sender_56, sender_48].filter((hash) => hash !== null);
}
