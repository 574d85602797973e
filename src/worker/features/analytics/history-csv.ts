/** The export of a location's history: its file name, and a CSV line (RFC 4180) for each visit. Pure. */
import { analyticsCopy } from '../../../shared/copy/en/analytics.ts';
import type { VisitHistoryRow } from '../../deliveries/history/visit-history.ts';
import type { Person } from '../../location/rpc.ts';
import { wallTime } from './zoned-time.ts';
import type { ExportRange } from '../../../shared/contracts/analytics.ts';

const say = analyticsCopy.export;

/** A table program runs what begins with one of these; the last two are what some of them take for '=' and '@'. */
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/;

/**
 * Where another cell would begin as a formula. A table program whose list separator is not the comma pays no heed to
 * quotes after a comma: it splits the text of a cell at its own separator, and takes the quotes that follow for its own.
 */
const INNER_FORMULA = /([;,\t\r\n])(?=[\s"]*[=+\-@|%＝＋－＠])/g;

type Cell = string | number | null;

/** A visit as a line tells it. `local` says a time in the visit's own zone. */
type Told = {
  visit: VisitHistoryRow;
  person: Person | null;
  address: string;
  local: (atMs: number | null) => string | null;
};

const { heads } = say;

/** The columns, each with its head and its cell. */
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

/** The mark by which table programs know UTF-8, and the head of the columns. */
export const historyHead = `\u{feff}${csvLine(columns.map(([head]) => head))}`;

/**
 * `person` is null for a guest who is not known any more; `address` is the location's. Times are those of the visit's own
 * zone.
 */
export function historyLine(visit: VisitHistoryRow, person: Person | null, address: string): string {
  const local = (atMs: number | null) => (atMs === null ? null : wallTime(atMs, visit.timezone));
  return csvLine(columns.map(([, cell]) => cell({ visit, person, address, local })));
}

function isOver({ outcome }: VisitHistoryRow): boolean {
  return outcome !== 'waiting' && outcome !== 'admitted';
}

/** To a tenth; null where the party was never admitted. */
function waitedMinutes({ joinedAt, admittedAt }: VisitHistoryRow): number | null {
  return admittedAt === null ? null : Math.round(Math.max(0, admittedAt - joinedAt) / 6_000) / 10;
}

/**
 * One line with its end. Every cell is quoted, so that no comma, quote or line break begins another one; text that would
 * be a formula, or become one where cells end at semicolons or tabs, is put behind an apostrophe, which table programs
 * read as "this is text".
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

/** The beginning of an address: whole names have to stay short of what file systems take. */
const BEGINNING = /^.{0,50}/u;

/**
 * The header that names the file by its location and its days, so that the files of two locations, or of two months, lie
 * side by side. The last day is today at the latest. Programs that know no other letters than English ones get those.
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

/** Letters and digits of every script; what means something in a path or in a header becomes a dash. */
function inFileName(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
}
