/** Who the guests of a location were, as far as it still knows: names, numbers, and hashes of what they sent. */
import type { VisitRows } from './visit-rows.ts';

/** A guest whose name is still known. `phoneNumber` is '' when none was given. */
export type Person = { id: string; firstName: string; lastName: string; phoneNumber: string };

const NOBODY = `first_name = '', last_name = '', phone_number = '', e164 = '', e164_country = NULL, request_hash = '', sender_hash = NULL`;

/** As in the index `visit_known_and_over` (`migrations.ts`). Everybody who joined has a first name. */
const KNOWN_AND_OVER = `first_name <> '' AND status <> 'waiting'`;
/** An admitted party that nobody decided about ended with its hold. */
const ENDED_AT = 'coalesce(ended_at, hold_ends_at)';

export class People {
  readonly #sql: SqlStorage;
  readonly #visits: VisitRows;

  constructor(storage: DurableObjectStorage, visits: VisitRows) {
    this.#sql = storage.sql;
    this.#visits = visits;
  }

  /** Who the guests of these visits are; without those who are not known any more. */
  of(visitIds: readonly string[]): Person[] {
    return this.#sql
      .exec<Person>(
        `SELECT id, first_name AS firstName, last_name AS lastName, phone_number AS phoneNumber
         FROM visit WHERE id IN (SELECT value FROM json_each(?)) AND first_name <> ''`,
        JSON.stringify(visitIds),
      )
      .toArray();
  }

  /** Forgets the guests of every visit. What is owed to them stays in the outbox. */
  erase(): void {
    this.#visits.forget();
    this.#sql.exec(`UPDATE visit SET ${NOBODY}`);
  }

  /** Forgets the guests of at most `limit` visits that ended at or before that time, earliest first. */
  eraseEndedBy(endedBy: number, limit: number): void {
    this.#visits.forget();
    this.#sql.exec(
      `UPDATE visit SET ${NOBODY} WHERE id IN
         (SELECT id FROM visit WHERE ${KNOWN_AND_OVER} AND ${ENDED_AT} <= ? ORDER BY ${ENDED_AT} LIMIT ?)`,
      endedBy,
      limit,
    );
  }

  /** The earliest end of a visit whose guest is still known. */
  earliestEnd(): number | null {
    return this.#sql
      .exec<{ at: number | null }>(`SELECT MIN(${ENDED_AT}) AS at FROM visit WHERE ${KNOWN_AND_OVER}`)
      .one().at;
  }
}
