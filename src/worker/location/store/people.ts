/** Personal data of a location's guests: names, numbers, staff's notes about them, and hashes of their requests. */
import { NO_SENDER, type VisitRows } from './visit-rows.ts';

/** A guest whose name is still known. `phoneNumber` is '' if the guest gave none. */
export type Person = { id: string; firstName: string; lastName: string; phoneNumber: string };

const NOBODY = `first_name = '', last_name = '', phone_number = '', e164 = '', e164_country = NULL, note = '', earlier_names = '[]', request_hash = ''`;

/** All rows of one visit of a person. */
export type PersonRecord = {
  visit: Record<string, SqlStorageValue>;
  events: Record<string, SqlStorageValue>[];
  consents: Record<string, SqlStorageValue>[];
  texts: Record<string, SqlStorageValue>[];
  pendingTexts: Record<string, SqlStorageValue>[];
  reminders: Record<string, SqlStorageValue>[];
};

/** The condition of the index `visit_known_and_over` (`migrations.ts`). The first name is '' after an erasure. */
const KNOWN_AND_OVER = `first_name <> '' AND status <> 'waiting'`;
/** The end of a visit. For an admitted visit without an outcome, this is the end of its hold. */
const ENDED_AT = 'coalesce(ended_at, hold_ends_at)';

export class People {
  readonly #sql: SqlStorage;
  readonly #visits: VisitRows;

  constructor(storage: DurableObjectStorage, visits: VisitRows) {
    this.#sql = storage.sql;
    this.#visits = visits;
  }

  /** The guests of these visits, without guests whose data are erased. */
  of(visitIds: readonly string[]): Person[] {
    return this.#sql
      .exec<Person>(
        `SELECT id, first_name AS firstName, last_name AS lastName, phone_number AS phoneNumber
         FROM visit WHERE id IN (SELECT value FROM json_each(?)) AND first_name <> ''`,
        JSON.stringify(visitIds),
      )
      .toArray();
  }

  /** Erases the personal data of every visit, without deleting pending deliveries. */
  erase(): void {
    this.#visits.clearCache();
    this.#sql.exec(`UPDATE visit SET ${NOBODY}, ${NO_SENDER}`);
    this.#sql.exec('UPDATE text SET provider_id = NULL');
  }

  /** Erases the personal data of at most `limit` visits that ended at or before `endedBy`, earliest end first. */
  eraseEndedBy(endedBy: number, limit: number): void {
    const ended = this.#sql.exec<{ id: string }>(
      `SELECT id FROM visit WHERE ${KNOWN_AND_OVER} AND ${ENDED_AT} <= ? ORDER BY ${ENDED_AT} LIMIT ?`,
      endedBy,
      limit,
    );
    this.#forget(JSON.stringify(ended.toArray().map(({ id }) => id)));
  }

  /** The numbers of guests whose data are not erased, as typed and in E.164 ('' if the number could not be parsed). */
  numbers(): { id: string; phoneNumber: string; e164: string }[] {
    return this.#sql
      .exec<{ id: string; phoneNumber: string; e164: string }>(
        `SELECT id, phone_number AS phoneNumber, e164 FROM visit WHERE first_name <> '' AND phone_number <> ''`,
      )
      .toArray();
  }

  /** The rows of a visit in every table, without hashes. */
  everythingOf(visitId: string): PersonRecord {
    const rows = (from: string) => this.#sql.exec(`SELECT ${from}`, visitId).toArray();
    return {
      visit: this.#sql
        .exec(
          `SELECT id, first_name, last_name, phone_number, e164, note, earlier_names, num_guests, waiting_preference, language, joined_at, status,
             admitted_at, hold_ends_at, called_again_at, ended_at, on_my_way_at, more_time_at, text_status, text_error,
             promised_low, promised_high FROM visit WHERE id = ?`,
          visitId,
        )
        .one(),
      events: rows('kind, at, position FROM event WHERE visit_id = ? ORDER BY n'),
      consents: rows('wording, language, given_at FROM consent WHERE visit_id = ? ORDER BY n'),
      texts: rows('id, call, progress, provider_id, sent_on FROM text WHERE visit_id = ? ORDER BY call'),
      pendingTexts: rows(
        `id, payload, due_at, expires_at FROM delivery WHERE visit_id = ? AND kind = 'turn_text' ORDER BY id`,
      ),
      reminders: rows('endpoint FROM reminder_subscription WHERE visit_id = ? ORDER BY n'),
    };
  }

  /**
   * Erases the personal data of these visits. Deletes the visits' pending reminders, and their pending texts whose
   * sending has begun. For a queued text, only the number is erased. The alarm then withdraws the text and returns the
   * credits of the text. The hashes of the senders' networks stay until their retention ends, so that erased joins
   * still count for the limits. Call this method in a transaction.
   */
  eraseOf(visitIds: readonly string[]): void {
    const ids = JSON.stringify(visitIds);
    this.#forget(ids);
    const isTheirs = 'visit_id IN (SELECT value FROM json_each(?))';
    this.#sql.exec(
      `UPDATE delivery SET payload = json_set(payload, '$.to', ''), due_at = 0
       WHERE kind = 'turn_text' AND state = 'queued' AND ${isTheirs}`,
      ids,
    );
    this.#sql.exec(
      `DELETE FROM delivery WHERE (kind = 'reminder' OR kind = 'turn_text' AND state <> 'queued') AND ${isTheirs}`,
      ids,
    );
    this.#sql.exec(`DELETE FROM reminder_subscription WHERE ${isTheirs}`, ids);
  }

  /**
   * `ids`: a JSON array. Also erases the provider's ids of texts, because the provider can find the number and the
   * words of a text by its id.
   */
  #forget(ids: string): void {
    this.#visits.clearCache();
    this.#sql.exec(`UPDATE visit SET ${NOBODY} WHERE id IN (SELECT value FROM json_each(?))`, ids);
    this.#sql.exec(
      'UPDATE text SET provider_id = NULL WHERE visit_id IN (SELECT value FROM json_each(?))',
      ids,
    );
  }

  /** The earliest end of a visit whose personal data are not erased; null if there is no such visit. */
  earliestEnd(): number | null {
    return this.#sql
      .exec<{ at: number | null }>(`SELECT MIN(${ENDED_AT}) AS at FROM visit WHERE ${KNOWN_AND_OVER}`)
      .one().at;
  }
}
