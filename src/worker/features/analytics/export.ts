/** Export of a location's history as a stream, with one page in memory at a time. */
import type { ExportRange } from '../../../shared/contracts/analytics.ts';
import { PEOPLE_RETENTION_MS } from '../../../shared/limits.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';
import { addDays } from '../../../shared/time/local-hour.ts';
import type { VisitHistoryRow } from '../../deliveries/history/visit-history.ts';
import { readHistoryPage } from './history-pages.ts';
import type { Person } from '../../location/rpc.ts';
import { locationById } from '../../location/stubs.ts';
import type { HistoryLines } from './history-csv.ts';
import { startOfDay } from './zoned-time.ts';

const PAGE_ROWS = 500;

/**
 * Returns the lines of the export as a stream. The visits are those whose guests joined within the range. Names come
 * from the location's object, which erases names after `PEOPLE_RETENTION_MS`. The first page is read before the stream
 * is returned, so that the answer to an outage of the database can still be a refusal. An outage after the first page
 * aborts the download.
 */
export async function exportHistory(
  env: Env,
  { id, address, timezone }: { id: string; address: string; timezone: string },
  { from, to }: ExportRange,
  file: HistoryLines,
  now: number,
): Promise<ReadableStream<Uint8Array>> {
  // If `to` is today or in the future, the range ends at `now`, because nobody has joined after `now`. In this case the
  // day after `to` is not computed, so `to` may even be the last day of the calendar.
  const isOver = to !== undefined && to < calendarDay(now, timezone);
  const upTo = isOver ? startOfDay(addDays(to, 1), timezone) - 1 : now;
  let after = from === undefined ? -1 : startOfDay(from, timezone) - 1;
  const nextPage = async () => {
    const page = await readHistoryPage(env.DB, id, { after, upTo, limit: PAGE_ROWS });
    const people = await peopleOf(env, id, page, now);
    after = page.at(-1)?.joinedAt ?? after;
    return {
      lines: page.map((visit) => file.of(visit, people.get(visit.visitId) ?? null, address)).join(''),
      isLast: page.length < PAGE_ROWS,
    };
  };

  const encoder = new TextEncoder();
  let page = await nextPage();
  let { head } = file;
  return new ReadableStream({
    pull: async (stream) => {
      stream.enqueue(encoder.encode(head + page.lines));
      head = '';
      if (page.isLast) stream.close();
      else page = await nextPage();
    },
  });
}

/** Returns the guests by visit id. Does not ask the location's object about visits whose personal data are erased. */
async function peopleOf(
  env: Env,
  locationId: string,
  visits: VisitHistoryRow[],
  now: number,
): Promise<Map<string, Person>> {
  const recent = visits
    .filter(({ endedAt }) => endedAt > now - PEOPLE_RETENTION_MS)
    .map(({ visitId }) => visitId);
  if (recent.length === 0) return new Map();
  const people = (await locationById(env, locationId)?.peopleOf(recent)) ?? [];
  return new Map(people.map((person) => [person.id, person]));
}
