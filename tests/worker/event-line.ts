/** The line as the object's log alone tells it. */
import type { EventKind } from '../../src/shared/queue/events.ts';
import { runInDurableObject } from 'cloudflare:test';
import type { Location } from './queue-factories.ts';

/**
 * Who waits, in order, by the events in the order they were written: whoever joined or was added stands at the end, every
 * other event puts its visit at the position it names, 0 being out of the line.
 */
export async function lineToldByEvents(location: Location): Promise<string[]> {
  const events = await runInDurableObject(location(), (_, { storage }) =>
    storage.sql
      .exec<{ visit_id: string; kind: EventKind; position: number }>(
        'SELECT visit_id, kind, position FROM event ORDER BY n',
      )
      .toArray(),
  );
  const line: string[] = [];
  for (const { visit_id: id, kind, position } of events) {
    if (kind === 'joined' || kind === 'added') {
      line.push(id);
      continue;
    }
    const stood = line.indexOf(id);
    if (stood >= 0) line.splice(stood, 1);
    if (position > 0) line.splice(position - 1, 0, id);
  }
  return line;
}
