/**
 * The hashes of members' sessions that have ended. The object refuses all actions of these sessions. The Worker may not
 * know yet that a session has ended, because it reads sessions from a replica or a pass (`identity/require-staff.ts`).
 */
import { DAY_MS } from '../../../shared/limits.ts';

/**
 * Hashes are stored for 14 days. A session expires after 14 days without use, so no copy of an ended session is still
 * valid after these 14 days.
 */
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
