/** Comma-separated values (RFC 4180) that no spreadsheet takes for a formula, pure. */

/** A table program runs what begins with one of these; the last two are what some of them take for '=' and '@'. */
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/;

/**
 * Where another cell would begin as a formula. A table program whose list separator is not the comma pays no heed to
 * quotes after a comma: it splits the text of a cell at its own separator, and takes the quotes that follow for its own.
 */
const INNER_FORMULA = /([;,\t\r\n])(?=[\s"]*[=+\-@|%＝＋－＠])/g;

/**
 * One line with its end. Every cell is quoted, so that no comma, quote or line break begins another one; text that would
 * be a formula, or become one where cells end at semicolons or tabs, is put behind an apostrophe, which table programs
 * read as "this is text".
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const behind = value.replaceAll(INNER_FORMULA, "$1'");
  const harmless = FORMULA.test(value) ? `'${behind}` : behind;
  return `"${harmless.replaceAll('"', '""')}"`;
}
