/**
 * Consents to texts: one row for each phone number that a guest gave. The row has the wording that stood beside the
 * phone field. A row has no name and no number, and is deleted only with the location.
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
