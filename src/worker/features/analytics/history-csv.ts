/** A visit of the history as a line of the export, pure. */
import { analyticsCopy } from '../../../shared/copy/en/analytics.ts';
import type { VisitHistoryRow } from '../../deliveries/history/visit-history.ts';
import type { Person } from '../../location/rpc.ts';
import { csvLine } from './csv.ts';
import { wallTime } from './zoned-time.ts';

const say = analyticsCopy.export;

/** What every row of one file shares. */
export type HistoryLocation = { address: string; timezone: string };

/** The mark by which table programs know UTF-8, and the head of the columns. */
export const historyHead = `\u{feff}${csvLine(say.columns)}`;

/** `person` is null for a guest who is not known any more. Times are those of the visit's own zone. */
export function historyLine(visit: VisitHistoryRow, person: Person | null, place: HistoryLocation): string {
  const timezone = visit.timezone ?? place.timezone;
  const local = (atMs: number | null) => (atMs === null ? null : wallTime(atMs, timezone));
  const isOver = visit.outcome !== 'waiting' && visit.outcome !== 'admitted';
  return csvLine([
    local(visit.joinedAt),
    timezone,
    new Date(visit.joinedAt).toISOString(),
    place.address,
    person?.firstName ?? '',
    person?.lastName ?? '',
    person?.phoneNumber ?? '',
    visit.numGuests,
    visit.waitingPreference === 'on_premises' ? say.onPremises : say.waitAnywhere,
    say.outcomes[visit.outcome],
    local(visit.admittedAt),
    isOver ? local(visit.endedAt) : null,
    visit.admittedAt === null ? null : minutes(Math.max(0, visit.admittedAt - visit.joinedAt)),
    visit.promisedMinutes,
    visit.promisedLow,
    visit.promisedHigh,
  ]);
}

function minutes(ms: number): number {
  return Math.round(ms / 6_000) / 10;
}
