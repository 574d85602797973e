/** CSV files (RFC 4180): lines that no spreadsheet runs as formulas, and the header with the file's name. Pure. */

/**
 * Spreadsheets treat cells that begin with these characters as formulas. Some spreadsheets read the last four
 * (full-width) characters as '=', '+', '-' and '@'.
 */
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/;

/**
 * Start of a formula inside a cell. If a spreadsheet uses another list separator, it splits a cell's text at that
 * separator, and treats the quotes after the separator as the start of a quoted cell.
 */
const INNER_FORMULA = /([;,\t\r\n])(?=[\s"]*[=+\-@|%＝＋－＠])/g;

export type Cell = string | number | null;

/** The first line of a file: a byte order mark, by which spreadsheets recognise UTF-8, and the column heads. */
export function csvHead(heads: readonly string[]): string {
  return `\u{feff}${csvLine(heads)}`;
}

/**
 * One CSV line with its line break. All texts are quoted. Text that a spreadsheet could run as a formula gets an
 * apostrophe at its start, so that the spreadsheet treats the cell as text.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const behind = value.replaceAll(INNER_FORMULA, "$1'");
  const harmless = FORMULA.test(value) ? `'${behind}` : behind;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** The `Content-Disposition` header of a file with this name. Old programs get an ASCII name. */
export function attachment(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]+/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** The first 50 characters of an address, because file systems limit the length of file names. */
const BEGINNING = /^.{0,50}/u;

/** An address for a file name: letters and digits of all scripts. All other characters become dashes. */
export function inFileName(address: string): string {
  const name = address.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return BEGINNING.exec(name)?.[0] ?? '';
}
