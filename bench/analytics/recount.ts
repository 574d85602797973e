/** Checks that the seeded counts equal the counts that the product would have made. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { visitStatuses } from '../../src/shared/visit-values.ts';
import { countNames, countsOf, type HourCounts } from '../../src/worker/deliveries/history/visit-counts.ts';
import { openDatabase } from './database-file.ts';
import type { Business } from './seed.ts';

const countedVisit = z.object({
  locationId: z.string(),
  outcome: z.enum(visitStatuses),
  joinedAt: z.int(),
  admittedAt: z.nullable(z.int()),
  endedAt: z.int(),
  promisedMinutes: z.int(),
  promisedLow: z.int(),
  promisedHigh: z.int(),
  moved: z.int(),
  timezone: z.string(),
});

/** Returns true if the stored hourly counts of a business differ from the sum of `countsOf` over its visits. */
export function recountDiffers(stateDir: string, { id }: Business): boolean {
  const database = openDatabase(stateDir);
  try {
    const visits = database
      .prepare(
        `SELECT location_id AS locationId, outcome, joined_at AS joinedAt, admitted_at AS admittedAt,
           ended_at AS endedAt, promised_minutes AS promisedMinutes, promised_low AS promisedLow,
           promised_high AS promisedHigh, moved, timezone FROM visit_history WHERE location_id = ?`,
      )
      .all(id)
      .map((row) => countedVisit.parse({ ...row }))
      .map((visit) => ({ ...visit, moved: visit.moved === 1 }));
    const stored = database.prepare('SELECT * FROM visit_hours WHERE location_id = ?').all(id);
    const seeded = stored.map((row) => Object.values(row).join(' ')).toSorted();
    return seeded.length === 0 || !isDeepStrictEqual(seeded, recount(visits.flatMap(countsOf)));
  } finally {
    database.close();
  }
}

/** Returns one line for each hour, with the columns in the order of the table. */
function recount(counts: HourCounts[]): string[] {
  const hours = new Map<string, HourCounts>();
  for (const one of counts) {
    const key = `${one.day} ${one.hour}`;
    const sum = hours.get(key);
    if (sum === undefined) hours.set(key, { ...one });
    else for (const name of countNames) sum[name] += one[name];
  }
  return [...hours.values()]
    .map((hour) => [hour.locationId, hour.day, hour.hour, ...countNames.map((name) => hour[name])].join(' '))
    .toSorted();
}
