/**
 * `npm run bench:cost`: computes the cost of a thousand guests. Meters in the Worker count the use of billed resources
 * during whole visits. The bench multiplies these counts by the platform's prices (`cost/prices.ts`). For comparison,
 * the bench computes the cost of pages that poll every few seconds instead of using sockets. Exits with 1 if sockets do
 * not cost less than polling, or if a thousand guests cost more than the goal.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { GUEST_POLL_MS, HOLD_MIN_MS, MEMBER_POLL_MS } from '../src/shared/limits.ts';
import { plans } from '../src/shared/plans.ts';
import { countRequests } from './cost/page-requests.ts';
import { MESSAGES_A_REQUEST, MONTHLY_FEE_USD, OBJECT_GB, priceUsd } from './cost/prices.ts';
import { emptyLog } from './evening/log.ts';
import { admitAll, play, type Pace } from './evening/play.ts';
import { comeIn, openTown, type Town } from './evening/town.ts';
import { expectStatus } from './queue/http-client.ts';
import { ownerViewCall, statusCall } from './queue/line.ts';
import { type Measure, snakeCase } from './queue/measures.ts';
import type { Runtime } from './queue/runtime.ts';
import { wholeRun } from './queue/whole-run.ts';

/** Number of owners. Each owner has one location, the most that the small plan allows. */
const OWNERS = 50;
const PACE: Pace = { seed: 20_251_123, forMs: 150_000, arrivalEveryMs: () => 5_000, lineLength: 10 };
const LEAST_GUESTS = 1_000;
const POLLS = 200;
const ERRORS_SHOWN = 5;
const SETTLED_WITHIN_MS = 15_000;

/** How long a guest's page is open, and the interval of its keep-alive messages (`live-socket.ts`). */
const WAIT_MS = 20 * 60_000;
const PING_EVERY_MS = 20_000;
/** Time in a month during which an owner's dashboard is open. */
const OPEN_MS_A_MONTH = 30 * 10 * 3_600_000;
/**
 * Assumed times in production for a call to D1 and for a call to the text provider. The bench cannot measure these
 * times, because the local stand-ins answer at once.
 */
const DATABASE_CALL_MS = 30;
const TEXT_CALL_MS = 400;

const MOST_USD_A_THOUSAND = 0.1;

const meters = z.object({
  requests: z.number(),
  objectCalls: z.number(),
  alarms: z.number(),
  objectMs: z.number(),
  objectRowsRead: z.number(),
  objectRowsWritten: z.number(),
  databaseRowsRead: z.number(),
  databaseRowsWritten: z.number(),
  databaseCalls: z.number(),
});
/** The use of the billed resources, in total or for each guest. `cpuMs`: processor time of the whole process. */
type Used = z.infer<typeof meters> & { cpuMs: number };

await wholeRun('cost', async ({ start, report }) => {
  const log = emptyLog();
  const runtime = await start({ entry: 'cost/counting-worker.mjs' });
  const town = await openTown(runtime, { owners: OWNERS, locationsEach: 1, holdMs: HOLD_MIN_MS }, log);
  const read = meterReader(runtime);
  await read();
  await play(town, PACE);
  await admitAll(town);
  await pause(SETTLED_WITHIN_MS);
  for (const error of log.errors.slice(0, ERRORS_SHOWN)) console.log(error);
  const guests = log.joinMs.length;
  const texts = log.texts / guests;
  const perGuest = scaled(await read(), 1 / guests);
  const files = await countRequests();

  const [guestPoll, ownerPoll] = await pollCosts(town, read);
  const pings = WAIT_MS / PING_EVERY_MS / MESSAGES_A_REQUEST;
  // Files are not billed, because the platform serves files without the Worker (`run_worker_first` in wrangler.toml).
  const billed: Used = {
    ...perGuest,
    objectCalls: perGuest.objectCalls + pings,
    // `objectMs` is an upper bound: it counts every call to D1, but an object does not have to stay in memory during
    // each of these calls.
    objectMs: perGuest.objectMs + perGuest.databaseCalls * DATABASE_CALL_MS + texts * TEXT_CALL_MS,
  };
  // Pages with a socket also poll once when they open.
  const told = usd(billed) + usd(guestPoll);
  const asking = told + usd(scaled(guestPoll, WAIT_MS / GUEST_POLL_MS)) - pings * priceUsd.objectRequest;
  const ownerPings = (OPEN_MS_A_MONTH / PING_EVERY_MS / MESSAGES_A_REQUEST) * priceUsd.objectRequest;
  // The dashboard has a socket for one location, and also polls the account.
  const ownerAMonth = ownerPings + usd(scaled(ownerPoll, OPEN_MS_A_MONTH / MEMBER_POLL_MS));

  report([
    { name: 'guests', value: guests, unit: 'count', goal: { is: '>=', than: LEAST_GUESTS } },
    { name: 'errors', value: log.errors.length, unit: 'count', goal: { is: '=', than: 0 } },
    ...Object.entries(scaled(perGuest, 1_000)).map(([what, value]): Measure => ({
      name: `thousand_guests_${snakeCase(what)}`,
      value: Math.round(value),
      unit: 'count',
    })),
    { name: 'thousand_guests_files', value: files * 1_000, unit: 'count' },
    { name: 'thousand_guests_texts', value: Math.round(texts * 1_000), unit: 'count' },
    {
      name: 'thousand_guests_without_texts',
      value: told * 1_000,
      unit: 'usd',
      goal: { is: '<', than: MOST_USD_A_THOUSAND },
    },
    ...Object.entries(usdParts(billed)).map(([what, value]): Measure => ({
      name: `thousand_guests_${snakeCase(what)}_cost`,
      value: value * 1_000,
      unit: 'usd',
    })),
    { name: 'thousand_guests_polling', value: asking * 1_000, unit: 'usd' },
    { name: 'polling_to_sockets', value: asking / told, unit: 'x', goal: { is: '>=', than: 2 } },
    { name: 'owner_a_month', value: ownerAMonth, unit: 'usd' },
    ...Object.values(plans).flatMap(
      ({ name, maxLocations, customerCredits, smsCredits, priceUsd: price }) => [
        planMeasure(name, 'platform', maxLocations * (customerCredits * told + ownerAMonth)),
        planMeasure(name, 'texts', maxLocations * smsCredits * priceUsd.text),
        planMeasure(name, 'price', price.Monthly),
      ],
    ),
    { name: 'platform_fee', value: MONTHLY_FEE_USD, unit: 'usd_a_month' },
  ]);
});

/** A measure for a plan, computed for a month in which all credits of the plan are used. */
function planMeasure(plan: string, what: string, value: number): Measure {
  return { name: `${plan.toLowerCase()}_used_up_${what}`, value, unit: 'usd_a_month' };
}

/** Returns a function that reads the metered use since the function's last call. */
function meterReader(runtime: Runtime): () => Promise<Used> {
  let cpuMs = runtime.cpuMs();
  return async () => {
    const before = cpuMs;
    cpuMs = runtime.cpuMs();
    return { ...meters.parse(await runtime.watched('/meters')), cpuMs: cpuMs - before };
  };
}

/** Measures one poll of a guest's page and one poll of an owner's page, with a line of usual length. */
async function pollCosts(town: Town, read: () => Promise<Used>): Promise<[guest: Used, owner: Used]> {
  const { client, venues } = town;
  const [venue] = venues;
  if (venue === undefined) throw new Error('The town has no locations.');
  for (let party = 0; party < PACE.lineLength; party += 1)
    await comeIn(town, venue, { hasNumber: false, reads: false });
  const [first] = venue.line;
  if (first === undefined) throw new Error('Nobody waits.');
  await read();
  for (let poll = 0; poll < POLLS; poll += 1) {
    expectStatus(await client.call(statusCall(venue.location, first.guest)), 200);
  }
  const guest = scaled(await read(), 1 / POLLS);
  for (let poll = 0; poll < POLLS; poll += 1) {
    expectStatus(await client.call(ownerViewCall(venue.location)), 200);
  }
  return [guest, scaled(await read(), 1 / POLLS)];
}

function scaled(used: Used, by: number): Used {
  return {
    requests: used.requests * by,
    objectCalls: used.objectCalls * by,
    alarms: used.alarms * by,
    objectMs: used.objectMs * by,
    objectRowsRead: used.objectRowsRead * by,
    objectRowsWritten: used.objectRowsWritten * by,
    databaseRowsRead: used.databaseRowsRead * by,
    databaseRowsWritten: used.databaseRowsWritten * by,
    databaseCalls: used.databaseCalls * by,
    cpuMs: used.cpuMs * by,
  };
}

/** The price in US dollars, computed from the platform's price list. The price of texts is not included. */
function usd(used: Used): number {
  return Object.values(usdParts(used)).reduce((sum, part) => sum + part, 0);
}

/** The items of the bill. */
function usdParts(used: Used): Record<string, number> {
  return {
    requests: used.requests * priceUsd.request,
    cpu: used.cpuMs * priceUsd.cpuMs,
    objectRequests: (used.objectCalls + used.alarms) * priceUsd.objectRequest,
    objectTime: (used.objectMs / 1_000) * OBJECT_GB * priceUsd.objectGbSecond,
    objectRowsRead: used.objectRowsRead * priceUsd.objectRowRead,
    objectRowsWritten: used.objectRowsWritten * priceUsd.objectRowWritten,
    databaseRowsRead: used.databaseRowsRead * priceUsd.databaseRowRead,
    databaseRowsWritten: used.databaseRowsWritten * priceUsd.databaseRowWritten,
  };
}
