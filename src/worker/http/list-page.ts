import type { ListPage } from '../../shared/contracts/admin.ts';

/** The number of rows on one page of a list. Queries read one more row, to know whether there are older rows. */
export const LIST_PAGE_ROWS = 20;

/** A page from up to `LIST_PAGE_ROWS + 1` rows, newest first. */
export function pageOfRows<Row extends { id: number }>(rows: Row[]): ListPage<Row> {
  const shown = rows.slice(0, LIST_PAGE_ROWS);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > shown.length && last !== undefined ? last.id : null };
}
