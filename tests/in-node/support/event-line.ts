import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { replayLine, type VisitEvent } from '../../../src/shared/queue/events.ts';
import type { Location } from '../../worker/support/queue-factories.ts';

type EventRow = { visitId: string } & Pick<VisitEvent, 'kind' | 'position'>;

/** The line that the object's event log describes. Throws if an event contradicts the events before it. */
export async function lineToldByEvents(location: Location): Promise<string[]> {
  const events = await runInDurableObject(location(), (_, { storage }) =>
    storage.sql
      .exec<EventRow>("SELECT visit_id AS visitId, kind, position FROM event WHERE visit_id <> '' ORDER BY n")
      .toArray(),
  );
  const { line, contradictions } = replayLine(events);
  expect(contradictions).toEqual([]);
  return line;
}
