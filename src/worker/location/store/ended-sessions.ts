/**
 * The hashes of ended sessions of members, whose actions the object refuses. The object needs them because the Worker
 * reads sessions of staff from a replica or a pass, which can be older than the end of a session
 * (`identity/require-staff.ts`).
 */
import { DAY_MS } from '../../../shared/limits.ts';

/** A session expires after 14 days without use, so an old copy of a session is not valid for longer than this. */
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
