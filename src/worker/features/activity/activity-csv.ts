/** CSV export of a location's activity: the same events as the list, without phone numbers. */
import {
  activityKindNames,
  activityKinds,
  type ActivityEvent,
  type ActivityFilter,
} from '../../../shared/contracts/activity.ts';
import type { OwnerCatalogue } from '../../../shared/copy/owner-catalogue.ts';
import { sentenceIn, whoIn } from '../../../shared/event-words.ts';
import { csvHead, csvLine, type Cell } from '../../http/csv.ts';
import { ActorNames } from '../../identity/actor-names.ts';
import type { LocationRecord } from '../../identity/members.ts';
import type { ActivityPart, Result } from '../../location/rpc.ts';
import { wallTime } from '../analytics/zoned-time.ts';
import { eventOf, readLog } from './activity.ts';

const PAGE_EVENTS = 1_000;

type Say = OwnerCatalogue['activityCopy'];
type Place = Pick<LocationRecord, 'address' | 'timezone'>;
type Column = readonly [head: string, cell: (event: ActivityEvent, place: Place) => Cell];

/** The heading of each column, and the function for its cells. */
const columnsIn = (say: Say, { heads } = say): readonly Column[] => [
  [heads.time, ({ at }, { timezone }) => wallTime(Date.parse(at), timezone)],
  [heads.timezone, (_, { timezone }) => timezone],
  [heads.utc, ({ at }) => at],
  [heads.location, (_, { address }) => address],
  [heads.who, (event) => (event.actor === 'guest' ? say.Guest : whoIn(say, event))],
  [heads.kind, ({ kind }) => kindIn(say, kind)],
  [heads.guest, ({ guest }) => guest ?? ''],
  [heads.from, ({ fromPosition }) => fromPosition ?? null],
  [heads.to, ({ position }) => (position === 0 ? null : position)],
  [heads.what, (event) => sentenceIn(say, event)],
];

/**
 * Returns the name of the group of activities to which a kind of event belongs. The filter of the activity list uses
 * the same names.
 */
function kindIn(say: Say, kind: string): string {
  const found = activityKindNames.find((name) => activityKinds[name].some((one) => one === kind));
  return found === undefined ? kind : say.kinds[found];
}

/**
 * Returns the lines of the export as a stream, newest first, in the language of `say`. The first page is read before
 * the stream is returned, so that the answer to an outage can still be a refusal. An outage after the first page aborts
 * the download.
 */
export async function exportActivity(
  env: Env,
  location: LocationRecord,
  filter: ActivityFilter,
  say: Say,
): Promise<Result<{ file: ReadableStream<Uint8Array> }>> {
  const named = ActorNames.of(env, location.businessId);
  const [names, first] = await Promise.all([
    named,
    nextEvents(env, location, filter, { before: null, named }),
  ]);
  if (!first.ok) return first;
  const columns = columnsIn(say);
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
      // If the location was closed meanwhile, the download is aborted.
      if (next.ok) part = next;
      else stream.error(new Error(next.code));
    },
  });
  return { ok: true, file };
}

/**
 * Returns the next part of the log that has events for the filter. Parts without such events are skipped. So the
 * returned part can be without events only if it is the last part of the log.
 */
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
