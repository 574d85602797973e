/** Comma-separated values (RFC 4180) that no spreadsheet takes for a formula, pure. */

/** A table program runs what begins with one of these; the last two are what some of them take for '=' and '@'. */
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/;

/**
 * One line with its end. Every cell is quoted, so that no comma, quote or line break begins another one; text that would
 * be a formula is put behind an apostrophe, which table programs read as "this is text".
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
