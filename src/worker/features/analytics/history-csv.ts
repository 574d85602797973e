/** CSV export of a location's history (RFC 4180): its file name, and one line for each visit. Pure. */
import { analyticsCopy } from '../../../shared/copy/en/owner/analytics.ts';
import type { VisitHistoryRow } from '../../deliveries/history/visit-history.ts';
import type { Person } from '../../location/rpc.ts';
import { wallTime } from './zoned-time.ts';
import type { ExportRange } from '../../../shared/contracts/analytics.ts';

const say = analyticsCopy.export;

/**
 * Spreadsheets treat cells that begin with these characters as formulas. Some take the last two for '=' and
 * '@'.
 */
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/;

/**
 * Start of a formula inside a cell. A spreadsheet with another list separator splits a cell's text at that
 * separator, and treats the quotes after it as the start of a quoted cell.
 */
const INNER_FORMULA = /([;,\t\r\n])(?=[\s"]*[=+\-@|%＝＋－＠])/g;

type Cell = string | number | null;

/** A visit, and the other facts that its line needs. `local` formats a time in the visit's time zone. */
type Told = {
  visit: VisitHistoryRow;
  person: Person | null;
  address: string;
  local: (atMs: number | null) => string | null;
};

const { heads } = say;

/** The columns: head and cell. */
const columns: readonly (readonly [head: string, cell: (told: Told) => Cell])[] = [
  [heads.joined, ({ visit, local }) => local(visit.joinedAt)],
  [heads.timezone, ({ visit }) => visit.timezone],
  [heads.joinedUtc, ({ visit }) => new Date(visit.joinedAt).toISOString()],
  [heads.location, ({ address }) => address],
  [heads.firstName, ({ person }) => person?.firstName ?? ''],
  [heads.lastName, ({ person }) => person?.lastName ?? ''],
  [heads.phoneNumber, ({ person }) => person?.phoneNumber ?? ''],
  [heads.guests, ({ visit }) => visit.numGuests],
  [
    heads.preference,
    ({ visit }) => (visit.waitingPreference === 'on_premises' ? say.onPremises : say.waitAnywhere),
  ],
  [heads.outcome, ({ visit }) => say.outcomes[visit.outcome]],
  [heads.admitted, ({ visit, local }) => local(visit.admittedAt)],
  [heads.ended, ({ visit, local }) => (isOver(visit) ? local(visit.endedAt) : null)],
  [heads.waited, ({ visit }) => waitedMinutes(visit)],
  [heads.promised, ({ visit }) => visit.promisedMinutes],
  [heads.promisedFrom, ({ visit }) => visit.promisedLow],
  [heads.promisedTo, ({ visit }) => visit.promisedHigh],
];

/** A byte order mark, by which spreadsheets recognise UTF-8, and the column heads. */
export const historyHead = `\u{feff}${csvLine(columns.map(([head]) => head))}`;

/**
 * The CSV line of a visit. `person` is null if the guest's data are erased; `address` is the location's.
 * Times are in the visit's time zone.
 */
export function historyLine(visit: VisitHistoryRow, person: Person | null, address: string): string {
  const local = (atMs: number | null) => (atMs === null ? null : wallTime(atMs, visit.timezone));
  return csvLine(columns.map(([, cell]) => cell({ visit, person, address, local })));
}

function isOver({ outcome }: VisitHistoryRow): boolean {
  return outcome !== 'waiting' && outcome !== 'admitted';
}

/** Minutes to one decimal; null if the party was never admitted. */
function waitedMinutes({ joinedAt, admittedAt }: VisitHistoryRow): number | null {
  return admittedAt === null ? null : Math.round(Math.max(0, admittedAt - joinedAt) / 6_000) / 10;
}

/**
 * One CSV line with its line break. All texts are quoted. Text that a spreadsheet could run as a formula gets
 * an apostrophe before it, which spreadsheets read as "this is text".
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

/** Limit of an address in a file name, because file systems limit its length. */
const BEGINNING = /^.{0,50}/u;

/**
 * The `Content-Disposition` header. The file name has the location and the days, so that several files can be
 * told apart. The last day in the name is today at the latest. Old programs get an ASCII name.
 */
export function attachmentHeader(
  { username, address, today }: { username: string; address: string; today: string },
  { from, to = today }: ExportRange,
): string {
  const place = BEGINNING.exec(inFileName(address))?.[0] ?? '';
  const name = analyticsCopy.export.file({ username, place, from, to: to < today ? to : today });
  const plain = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]+/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Keeps letters and digits of all scripts. All other characters become dashes. */
function inFileName(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
}
