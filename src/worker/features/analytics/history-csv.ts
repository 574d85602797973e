/** CSV export of a location's history (RFC 4180): its file name, and one line for each visit. Pure. */
import type { OwnerCatalogue } from '../../../shared/copy/owner-catalogue.ts';
import type { VisitHistoryRow } from '../../deliveries/history/visit-history.ts';
import { attachment, csvHead, csvLine, inFileName, type Cell } from '../../http/csv.ts';
import type { Person } from '../../location/rpc.ts';
import { wallTime } from './zoned-time.ts';
import type { ExportRange } from '../../../shared/contracts/analytics.ts';

type Say = OwnerCatalogue['analyticsCopy']['export'];

/** A visit with the other facts of its CSV line. `local` formats a time in the visit's time zone. */
type Told = {
  visit: VisitHistoryRow;
  person: Person | null;
  address: string;
  local: (atMs: number | null) => string | null;
};

/** The heading of each column, and the function for its cells. */
const columnsIn = (say: Say, { heads } = say): readonly (readonly [string, (told: Told) => Cell])[] => [
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

export class HistoryLines {
  readonly #columns: ReturnType<typeof columnsIn>;
  readonly head: string;

  constructor(say: Say) {
    this.#columns = columnsIn(say);
    this.head = csvHead(this.#columns.map(([head]) => head));
  }

  /**
   * The CSV line of a visit. `person` is null if the guest's data are erased; `address` is the location's address.
   * Times are in the visit's time zone.
   */
  of(visit: VisitHistoryRow, person: Person | null, address: string): string {
    const local = (atMs: number | null) => (atMs === null ? null : wallTime(atMs, visit.timezone));
    return csvLine(this.#columns.map(([, cell]) => cell({ visit, person, address, local })));
  }
}

function isOver({ outcome }: VisitHistoryRow): boolean {
  return outcome !== 'waiting' && outcome !== 'admitted';
}

/** The waited minutes, rounded to one decimal; null if the party was never admitted. */
function waitedMinutes({ joinedAt, admittedAt }: VisitHistoryRow): number | null {
  return admittedAt === null ? null : Math.round(Math.max(0, admittedAt - joinedAt) / 6_000) / 10;
}

/**
 * The `Content-Disposition` header. The file name has the location and the days of the range, so that different exports
 * have different file names. The last day is at most today.
 */
export function attachmentHeader(
  say: Say,
  { username, address, today }: { username: string; address: string; today: string },
  { from, to = today }: ExportRange,
): string {
  const place = inFileName(address);
  return attachment(say.file({ username, place, from, to: to < today ? to : today }));
}
