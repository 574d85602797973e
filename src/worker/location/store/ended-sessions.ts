/**
 * Ended sessions of members, as hashes: the object refuses their actions. The Worker reads sessions of staff at a
 * replica or from a pass, which can be older than the end of a session (`identity/require-staff.ts`).
 */
import { DAY_MS } from '../../../shared/limits.ts';

/** A session ends by itself when it was not used for 14 days, so that no old copy of it is valid for longer. */
const KEPT_MS = 14 * DAY_MS;

export class EndedSessions {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  add(tokenHashes: string[], now: number): void {
    this.#sql.exec('DELETE FROM ended_session WHERE ended_at < ?', now - KEPT_MS);
    for (const hash of tokenHashes)
      this.#sql.exec('INSERT OR REPLACE INTO ended_session (token_hash, ended_at) VALUES (?, ?)', hash, now);
  }

  has(tokenHash: string): boolean {
    return this.#sql.exec('SELECT 1 FROM ended_session WHERE token_hash = ?', tokenHash).toArray().length > 0;
  }

  all(): string[] {
    return this.#sql
      .exec<{ token_hash: string }>('SELECT token_hash FROM ended_session')
      .toArray()
      .map((row) => row.token_hash);
  }
}
