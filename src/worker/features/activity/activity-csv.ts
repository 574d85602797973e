/** CSV export of a location's activity: the same events as the list, without phone numbers. */
import type { ActivityEvent, ActivityFilter } from '../../../shared/contracts/activity.ts';
import { activityCopy } from '../../../shared/copy/en/owner/activity.ts';
import { sentenceOf, whoOf } from '../../../shared/event-words.ts';
import { csvHead, csvLine, type Cell } from '../../http/csv.ts';
import { ActorNames } from '../../identity/actor-names.ts';
import type { LocationRecord } from '../../identity/members.ts';
import type { ActivityPart, Result } from '../../location/rpc.ts';
import { wallTime } from '../analytics/zoned-time.ts';
import { eventOf, readLog } from './activity.ts';

const PAGE_EVENTS = 1_000;

const { heads } = activityCopy;

type Place = Pick<LocationRecord, 'address' | 'timezone'>;

/** The columns: head and cell. */
const columns: readonly (readonly [head: string, cell: (event: ActivityEvent, place: Place) => Cell])[] = [
  [heads.time, ({ at }, { timezone }) => wallTime(Date.parse(at), timezone)],
  [heads.timezone, (_, { timezone }) => timezone],
  [heads.utc, ({ at }) => at],
  [heads.location, (_, { address }) => address],
  [heads.who, (event) => whoOf(event)],
  [heads.kind, ({ kind }) => kind],
  [heads.guest, ({ guest }) => guest ?? ''],
  [heads.from, ({ fromPosition }) => fromPosition ?? null],
  [heads.to, ({ position }) => (position === 0 ? null : position)],
  [heads.what, (event) => sentenceOf(event)],
];

/**
 * The lines of the export, newest first. The first page is read before this resolves, so that an outage is still a
 * refusal. A later outage breaks the download off.
 */
export async function exportActivity(
  env: Env,
  location: LocationRecord,
  filter: ActivityFilter,
): Promise<Result<{ file: ReadableStream<Uint8Array> }>> {
  const named = ActorNames.of(env, location.businessId);
  const [names, first] = await Promise.all([
    named,
    nextEvents(env, location, filter, { before: null, named }),
  ]);
  if (!first.ok) return first;
  const encoder = new TextEncoder();
  let part = first;
  let head = csvHead(columns.map(([name]) => name));
  const file = new ReadableStream<Uint8Array>({
    pull: async (stream) => {
      const events = part.rows.map((row) => names.named(eventOf(row)));
      const lines = events.map((event) => csvLine(columns.map(([, cell]) => cell(event, location))));
      const text = head + lines.join('');
      if (text !== '') stream.enqueue(encoder.encode(text));
      head = '';
      if (part.next === null) return stream.close();
      const next = await nextEvents(env, location, filter, { before: part.next, named });
      // The location was closed meanwhile.
      if (next.ok) part = next;
      else stream.error(new Error(next.code));
    },
  });
  return { ok: true, file };
}

/** The next part of the log with events that fit; without any only at the end of the log. */
async function nextEvents(
  env: Env,
  location: LocationRecord,
  filter: ActivityFilter,
  { before, named }: { before: number | null; named: Promise<ActorNames> },
): Promise<Result<ActivityPart>> {
  const part = await readLog(env, location, filter, { before, named, limit: PAGE_EVENTS });
  if (!part.ok || part.rows.length > 0 || part.next === null) return part;
  return nextEvents(env, location, filter, { before: part.next, named });
}
