/** Hourly counts of visits equal a recount of the history, also after repeated deliveries in any order. */
import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitStatuses } from '../../../src/shared/visit-values.ts';
import {
  writeVisitHistory,
  type VisitHistoryRow,
} from '../../../src/worker/deliveries/history/visit-history.ts';
import { visitHistory, visitHours } from '../../../src/worker/db/schema/locations.ts';
import {
  countNames,
  countsOf,
  type HourCounts,
} from '../../../src/worker/deliveries/history/visit-counts.ts';

const HOUR_MS = 3_600_000;
const start = Date.parse('2026-10-24T18:00:00.000Z');

function aRow(about: Partial<VisitHistoryRow> = {}): VisitHistoryRow {
  return {
    visitId: 'visit',
    revision: 1,
    businessId: 'business',
    locationId: 'place',
    outcome: 'arrived',
    numGuests: 2,
    waitingPreference: 'on_premises',
    joinedAt: start,
    admittedAt: start + HOUR_MS,
    endedAt: start + HOUR_MS,
    promisedMinutes: 10,
    promisedLow: 5,
    promisedHigh: 20,
    moved: false,
    timezone: 'Europe/Berlin',
    ...about,
  };
}

const stored = () => drizzle(env.DB).select().from(visitHistory);

/** The stored hours. An hour whose counts are all zero is left out. */
async function counted(): Promise<Map<string, HourCounts>> {
  const hours = await drizzle(env.DB).select().from(visitHours).orderBy(visitHours.day, visitHours.hour);
  return byHour(hours);
}

function byHour(hours: HourCounts[]): Map<string, HourCounts> {
  const sums = new Map<string, HourCounts>();
  for (const hour of hours) {
    const key = `${hour.locationId} ${hour.day} ${hour.hour}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...hour });
    else for (const name of countNames) sum[name] += hour[name];
  }
  return new Map([...sums].filter(([, sum]) => countNames.some((name) => sum[name] !== 0)));
}

async function recounted(): Promise<Map<string, HourCounts>> {
  return byHour((await stored()).flatMap(countsOf));
}

async function expectCountedOnce(): Promise<void> {
  expect(await counted()).toEqual(await recounted());
}

const revision = fc.record({
  outcome: fc.constantFrom(...visitStatuses),
  admittedAfterMs: fc.integer({ min: 0, max: 3 * HOUR_MS }),
  timezone: fc.constantFrom('Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'),
  moved: fc.boolean(),
});

/** The revisions of some visits, each once or twice, in any order and in batches of any size. */
const deliveries = fc
  .array(
    fc.record({
      locationId: fc.constantFrom('place', 'other place'),
      joinedAt: fc.integer({ min: start, max: start + 12 * HOUR_MS }),
      revisions: fc.array(revision, { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .chain((visits) => {
    const rows = visits.flatMap(({ locationId, joinedAt, revisions }, n) =>
      revisions.map(({ outcome, admittedAfterMs, timezone, moved }, index) =>
        aRow({
          visitId: `visit-${n}`,
          revision: index + 1,
          locationId,
          joinedAt,
          outcome,
          admittedAt: ['admitted', 'arrived', 'no_show'].includes(outcome)
            ? joinedAt + admittedAfterMs
            : null,
          endedAt: joinedAt + admittedAfterMs + 1,
          timezone,
          moved,
        }),
      ),
    );
    const order = fc.shuffledSubarray([...rows, ...rows], { minLength: rows.length });
    return fc.record({ order, batch: fc.integer({ min: 1, max: 5 }), atOnce: fc.boolean() });
  });

test('under repeats, revisions and any order, one after the other or at once', async () => {
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ order, batch, atOnce }) => {
      await env.DB.batch([
        env.DB.prepare('DELETE FROM visit_hours'),
        env.DB.prepare('DELETE FROM visit_history'),
      ]);
      const batches = Array.from({ length: Math.ceil(order.length / batch) }, (_, n) =>
        order.slice(n * batch, (n + 1) * batch),
      );
      if (atOnce) {
        // A batch fails if, before every one of its tries, another batch has changed the rows of this batch. A failed
        // batch is sent again, as the outbox does.
        const results = await Promise.allSettled(batches.map((rows) => writeVisitHistory(env.DB, rows)));
        for (const [n, { status }] of results.entries())
          if (status === 'rejected') await writeVisitHistory(env.DB, batches[n] ?? []);
      } else {
        for (const rows of batches) await writeVisitHistory(env.DB, rows);
      }
      const last = new Map<string, VisitHistoryRow>();
      for (const row of order) {
        if ((last.get(row.visitId)?.revision ?? 0) < row.revision) last.set(row.visitId, row);
      }
      const rows = await stored();
      expect(new Map(rows.map((row) => [row.visitId, row]))).toEqual(last);
      await expectCountedOnce();
    }),
    { numRuns: 30 },
  );
});

test('a visit that becomes a no-show, or waits again, is no longer served', async () => {
  await writeVisitHistory(env.DB, [aRow({ outcome: 'admitted' })]);
  await writeVisitHistory(env.DB, [aRow({ revision: 2, outcome: 'no_show' })]);
  const hours = [...(await counted()).values()];
  expect(
    hours.map(({ day, hour, joined, served, noShows }) => ({ day, hour, joined, served, noShows })),
  ).toEqual([
    { day: '2026-10-24', hour: 20, joined: 1, served: 0, noShows: 0 },
    { day: '2026-10-24', hour: 21, joined: 0, served: 0, noShows: 1 },
  ]);
  await writeVisitHistory(env.DB, [aRow({ revision: 3, outcome: 'waiting', admittedAt: null })]);
  expect([...(await counted()).values()]).toMatchObject([{ hour: 20, joined: 1, served: 0, noShows: 0 }]);
});

test('a new time zone of the location neither doubles nor loses a visit, and moves none from before', async () => {
  await writeVisitHistory(env.DB, [aRow({ visitId: 'before' })]);
  await writeVisitHistory(env.DB, [
    aRow({ visitId: 'after', timezone: 'Pacific/Kiritimati' }),
    aRow({ visitId: 'before' }),
  ]);
  const hours = [...(await counted()).values()];
  expect(hours.map(({ day, hour, joined, served }) => ({ day, hour, joined, served }))).toEqual([
    { day: '2026-10-24', hour: 20, joined: 1, served: 0 },
    { day: '2026-10-24', hour: 21, joined: 0, served: 1 },
    { day: '2026-10-25', hour: 8, joined: 1, served: 0 },
    { day: '2026-10-25', hour: 9, joined: 0, served: 1 },
  ]);
  await expectCountedOnce();
});
