/**
 * What guests who gave a phone number agreed to: the words that stood at the field, one row for each time a number was
 * given, never changed afterwards. It holds no name and no number, and goes with the location.
 */
import type { Language } from '../../../shared/languages.ts';

export type Consent = {
  visitId: string;
  wording: string;
  language: Language;
  /** Epoch milliseconds. */
  givenAt: number;
};

export class Consents {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  add({ visitId, wording, language, givenAt }: Consent): void {
    this.#sql.exec(
      'INSERT INTO consent (visit_id, wording, language, given_at) VALUES (?, ?, ?, ?)',
      visitId,
      wording,
      language,
      givenAt,
    );
  }
}
