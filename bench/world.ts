/**
 * `npm run bench:world`: computes, for guests and owners in twelve cities, how long the network needs until the first
 * byte of an answer arrives. The bench computes this from published round-trip times (`world/region-rtt.json`) and from
 * the sequence of calls that the Worker makes (`world/world-worker.mjs`). In the computed cases, D1's primary is in one
 * of two cities, and a location's object is near the shop or in the city of the primary. The results are compared with
 * those of a single server in one region, and with those of pages that poll every two seconds. The bench measures no
 * real time, so the machine may be busy. Exits with 1 if a goal is missed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { connect } from './queue/http-client.ts';
import { median, type Measure } from './queue/measures.ts';
import { wholeRun } from './queue/whole-run.ts';
import { playShop, type Act, type Played } from './world/shops.ts';

const PRIMARIES = ['AMS', 'IAD'] as const;
/** Cities near D1's regions with replicas: ENAM, WNAM, WEUR, EEUR, APAC, OC. */
const REPLICAS = ['IAD', 'SFO', 'AMS', 'WAW', 'SIN', 'SYD'];
/**
 * Cities near the regions that hold objects. If an object is near its shop, the object is in the city of this list that
 * is nearest to the shop.
 */
const OBJECTS = ['SIN', 'TYO', 'AMS', 'WAW', 'IAD', 'SFO', 'SYD'];
const POLL_MS = 2_000;

const table = z.object({ rtt: z.record(z.string(), z.record(z.string(), z.number())) });
const file = path.join(import.meta.dirname, 'world', 'region-rtt.json');
const { rtt } = table.parse(JSON.parse(readFileSync(file, 'utf8')));
const cities = Object.keys(rtt);
const between = (one: string, other: string) => rtt[one]?.[other] ?? NaN;

function nearest(city: string, places: string[]): string {
  return places.toSorted((one, other) => between(city, one) - between(city, other))[0] ?? city;
}

const goals: Partial<Record<Act, number>> = { first_view: 25, view_again: 5, admit: 5 };
const acts: Act[] = ['first_view', 'view_again', 'join', 'status', 'admit'];

type Row = { city: string; object: string; played: Record<Act, Played> };

await wholeRun('world', async ({ start, report }) => {
  const runtime = await start({ entry: 'world/world-worker.mjs' });
  const client = connect(runtime.origin, 1);
  const near: Row[] = [];
  const far: Row[] = [];
  for (const primary of PRIMARIES)
    for (const city of cities)
      for (const [rows, object] of [
        [near, nearest(city, OBJECTS)],
        [far, primary],
      ] as const) {
        const world = {
          city: `${city} ${primary} ${object}`,
          primaryMs: between(city, primary),
          replicaMs: between(city, nearest(city, REPLICAS)),
          objectMs: between(city, object),
        };
        rows.push({ city, object, played: await playShop(runtime, client, world) });
      }
  client.close();
  report(acts.flatMap((act) => measuresOf(act, near, 'near')));
  report(acts.flatMap((act) => measuresOf(act, far, 'at_primary')));
  report(changes(near, 'near'));
  report(changes(far, 'at_primary'));
  const all = [...near, ...far].flatMap(({ played }) => Object.values(played));
  report([
    count(
      'primary_reads',
      all.reduce((sum, { primaryReads }) => sum + primaryReads, 0),
      { is: '=', than: 0 },
    ),
    count('waves_worst', Math.max(...all.map(({ waves }) => waves)), { is: '<=', than: 1 }),
  ]);
  // For a server in one region, each call is one round trip to this region.
  report(
    PRIMARIES.flatMap((primary) => [
      ms(`one_server_${primary}_p50`, median(cities.map((city) => between(city, primary)))),
      ms(`one_server_${primary}_worst`, Math.max(...cities.map((city) => between(city, primary)))),
      ms(
        `poll_${primary}_change_to_page_p50`,
        median(cities.map((city) => POLL_MS / 2 + between(city, primary))),
      ),
      ms(
        `poll_${primary}_change_to_page_worst`,
        Math.max(...cities.map((city) => POLL_MS + between(city, primary))),
      ),
    ]),
  );
});

function measuresOf(act: Act, rows: Row[], place: string): Measure[] {
  const times = rows.map(({ played }) => played[act].ms);
  const goal = place === 'near' ? goals[act] : undefined;
  return [
    {
      ...ms(`${act}_${place}_p50`, median(times)),
      ...(goal !== undefined && { goal: { is: '<=', than: goal } }),
    },
    ms(`${act}_${place}_worst`, Math.max(...times)),
  ];
}

/**
 * The time from the owner's tap until the guest's page changes, if both are in the same city: half a round trip to the
 * object, and half a round trip back.
 */
function changes(rows: Row[], place: string): Measure[] {
  const times = rows.map(({ city, object }) => between(city, object));
  return [
    ms(`change_to_page_${place}_p50`, median(times)),
    ms(`change_to_page_${place}_worst`, Math.max(...times)),
  ];
}

function ms(name: string, value: number): Measure {
  return { name, value, unit: 'ms' };
}

function count(name: string, value: number, goal: Measure['goal']): Measure {
  return { name, value, unit: 'count', ...(goal && { goal }) };
}
