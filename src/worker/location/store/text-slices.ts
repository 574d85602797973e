/** Table `text_slice`: how many texts this object may still send from each hourly budget before it asks D1 for more. */
import type { Budget } from '../../deliveries/text/text-budgets.ts';

export class TextSlices {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  /** Uses one text of this hour's slice; false if the slice is used up. */
  use(budget: Budget, hour: number): boolean {
    const used = this.#sql.exec(
      'UPDATE text_slice SET remaining = remaining - 1 WHERE budget = ? AND hour = ? AND remaining > 0',
      budget,
      hour,
    );
    return used.rowsWritten > 0;
  }

  /** Stores a new slice. Slices of other hours are deleted. */
  put(budget: Budget, hour: number, remaining: number): void {
    this.#sql.exec('DELETE FROM text_slice WHERE hour <> ?', hour);
    this.#sql.exec(
      `INSERT INTO text_slice (budget, hour, remaining) VALUES (?1, ?2, ?3)
       ON CONFLICT (budget) DO UPDATE SET hour = ?2, remaining = ?3`,
      budget,
      hour,
      remaining,
    );
  }
}
