/**
 * Measures how one admit reaches every open page of a location: many pages, very many pages, and pages of a hibernated
 * object.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connect, expectStatus, inParallel } from './http-client.ts';
import { admitCall, lengthen, livePath, openLocation, type OpenedLocation } from './line.ts';
import { median, quantile, type Measure } from './measures.ts';
import { mostOpenPages, openFilesProblem } from './open-files.ts';
import { openPage, type Page } from './pages.ts';
import type { Runtime } from './runtime.ts';

const MANY_PAGES = 1_000;
export const VERY_MANY_PAGES = 5_000;
const MOST_PAGES = 10_000;
const ADMITS = 15;
/**
 * Number of admits with `MOST_PAGES` pages. These admits have goals for the number of pages that get the message and
 * for the number of bytes of the message, but no goal for the time.
 */
const ADMITS_WITH_MOST = 3;
const OPENING_AT_ONCE = 16;
/**
 * One page in `WEIGHED_EVERY` refuses compression, so that the size of its messages can be measured. The other pages
 * accept compression, like browsers.
 */
const WEIGHED_EVERY = 25;

const LAST_OF_MANY_WITHIN_MS = 60;
const LAST_OF_VERY_MANY_WITHIN_MS = 200;
const MOST_BYTES = 100;
const TOLD_WITHIN_MS = 10_000;
/**
 * Waiting time after the last page got its message. A second message about the same change would arrive in this time,
 * and would be counted.
 */
const AFTERMATH_MS = 100;
/** The local runtime hibernates an object about 10 s after its last activity. */
const ASLEEP_AFTER_MS = 14_000;
const SLEEPS = 2;

/** The effect of one admit on the pages of waiting guests and on the page of the admitted party. */
type Change = {
  /** Number of pages that got a message, including the admitted party's page. */
  told: number;
  /** Times from just before the admit call until a page's first message; infinite for a page without a message. */
  firstMs: number;
  medianMs: number;
  lastMs: number;
  /**
   * The largest number of bytes that the page of a waiting guest got without compression. NaN if no such page was
   * measured.
   */
  mostBytes: number;
};

/** A location where all waiting guests have an open page. `pages` has the order of `location.line`. */
type Room = { runtime: Runtime; location: OpenedLocation; pages: Page[] };

/**
 * Measures `MANY_PAGES` open pages, then the same pages after the object hibernated, then `VERY_MANY_PAGES` open pages,
 * and at last `MOST_PAGES` open pages. If the limit of open files allows fewer than `MOST_PAGES`, the allowed number is
 * measured, and the goal is missed.
 */
export async function measureFanOut(runtime: Runtime): Promise<Measure[]> {
  const room: Room = { runtime, location: await openLocation(runtime, 0), pages: [] };
  await fill(room, MANY_PAGES);
  const many = await admits(room, ADMITS);
  const asleep = await admitsOfSleepers(room);
  await fill(room, VERY_MANY_PAGES);
  const veryMany = await admits(room, ADMITS);
  const most = await admitsWithMost(room);
  for (const page of room.pages) page.close();
  return [
    ...figures(MANY_PAGES, many, { is: '<', than: LAST_OF_MANY_WITHIN_MS }),
    ...asleep,
    ...figures(VERY_MANY_PAGES, veryMany, { is: '<', than: LAST_OF_VERY_MANY_WITHIN_MS }),
    ...most,
  ];
}

async function admitsWithMost(room: Room): Promise<Measure[]> {
  const problem = openFilesProblem(MOST_PAGES);
  if (problem !== null) console.error(problem);
  await fill(room, Math.min(MOST_PAGES, mostOpenPages()));
  return figures(MOST_PAGES, await admits(room, ADMITS_WITH_MOST));
}

/** Lets more parties join and open their pages, until `most` pages are open. */
async function fill({ runtime, location, pages }: Room, most: number): Promise<void> {
  const client = connect(runtime.origin, OPENING_AT_ONCE);
  const guests = await lengthen(client, location, most - pages.length);
  client.close();
  const opened = await inParallel([...guests.entries()], OPENING_AT_ONCE, ([index, guest]) => {
    const takesCompressed = (pages.length + index) % WEIGHED_EVERY !== 0;
    return openPage(runtime.origin, livePath(location, guest), { takesCompressed });
  });
  pages.push(...opened);
}

/**
 * Admits one party after the other. After each admit the admitted party's page is closed and a new page is opened, so
 * that the number of pages is constant.
 */
async function admits(room: Room, count: number): Promise<Change[]> {
  const changes = [];
  for (let admit = 0; admit < count; admit += 1) changes.push(await admitFirst(room));
  return changes;
}

async function admitFirst(room: Room): Promise<Change> {
  const { runtime, location, pages } = room;
  const most = pages.length;
  for (const page of pages) page.arrived = [];
  const client = connect(runtime.origin, 1);
  const sentAt = performance.now();
  expectStatus(await client.call(admitCall(location)), 200);
  client.close();
  await untilTold(pages, sentAt + TOLD_WITHIN_MS);
  await pause(AFTERMATH_MS);
  const change = changeOf(pages, sentAt);
  pages.shift()?.close();
  await fill(room, most);
  return change;
}

async function untilTold(pages: Page[], until: number): Promise<void> {
  while (performance.now() < until && pages.some(({ arrived }) => arrived.length === 0)) await pause(5);
}

/** The first page of `pages` belongs to the admitted party. */
function changeOf(pages: Page[], sentAt: number): Change {
  const ms = pages.map(({ arrived: [first] }) => (first === undefined ? Infinity : first.at - sentAt));
  const bytes = pages
    .slice(1)
    .filter(({ takesCompressed }) => !takesCompressed)
    .map(({ arrived }) => arrived.reduce((sum, one) => sum + one.bytes, 0));
  return {
    told: pages.filter(({ arrived }) => arrived.length > 0).length,
    firstMs: Math.min(...ms),
    medianMs: median(ms),
    lastMs: Math.max(...ms),
    mostBytes: quantile(bytes, 1),
  };
}

/** Returns the medians and the worst values of all admits, and measures with goals that each admit must meet. */
function figures(pages: number, changes: Change[], lastGoal?: Measure['goal']): Measure[] {
  const name = (what: string) => `queue_fan_out_${pages}_${what}`;
  const of = (figure: keyof Change) => changes.map((change) => change[figure]);
  return [
    { name: name('told'), value: Math.min(...of('told')), unit: 'pages', goal: { is: '=', than: pages } },
    { name: name('first'), value: median(of('firstMs')), unit: 'ms' },
    { name: name('median'), value: median(of('medianMs')), unit: 'ms' },
    { name: name('last'), value: median(of('lastMs')), unit: 'ms', ...(lastGoal && { goal: lastGoal }) },
    { name: name('last_worst'), value: Math.max(...of('lastMs')), unit: 'ms' },
    {
      name: name('bytes_per_page'),
      value: Math.max(...of('mostBytes')),
      unit: 'bytes',
      goal: { is: '<=', than: MOST_BYTES },
    },
  ];
}

/**
 * Twice, lets the object hibernate and then admits one party. A new construction of the object shows that the object
 * was hibernated (`watched-worker.mjs`). The second round shows that the object can hibernate again.
 */
async function admitsOfSleepers(room: Room): Promise<Measure[]> {
  const { runtime, location, pages } = room;
  const changes = [];
  let woken = 0;
  for (let sleep = 0; sleep < SLEEPS; sleep += 1) {
    await pause(ASLEEP_AFTER_MS);
    const before = await runtime.wakes(location.locationId);
    changes.push(await admitFirst(room));
    if ((await runtime.wakes(location.locationId)) > before) woken += 1;
  }
  const told = Math.min(...changes.map((change) => change.told));
  return [
    { name: 'queue_asleep_woken', value: woken, unit: 'of_2', goal: { is: '=', than: SLEEPS } },
    { name: 'queue_asleep_told', value: told, unit: 'pages', goal: { is: '=', than: pages.length } },
    { name: 'queue_asleep_last_worst', value: Math.max(...changes.map(({ lastMs }) => lastMs)), unit: 'ms' },
  ];
}
