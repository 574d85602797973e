/**
 * `npm run bench:desk`: measures the line of a busy location on the dashboard and on the stand, in a browser. Counts
 * the visible rows and the taps of each task. Measures how fast both pages open on a slow device, and the times of
 * frames while 200 rows change. Measures the size of the stand's scripts and styles. Exits with 1 if a goal is missed.
 * The times are reliable only on a machine without other load.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { ensureBuilt } from '../scripts/local/build.ts';
import { launchBrowser } from '../scripts/local/launch-browser.ts';
import { freePort, startRealServer } from '../scripts/local/real-server.ts';
import { frames, logIn, openFrame, sizes, urlOf, type Frame } from './desk/frames.ts';
import { openFullShop, type FullShop } from './desk/full-shop.ts';
import { rowsInSight } from './desk/rows.ts';
import { watchFrames } from './desk/smoothness.ts';
import { countTaps } from './desk/taps.ts';
import { startEdge } from './page/edge.ts';
import { loadColdly, phone, type Network, type Timing } from './page/open-page.ts';
import { brotliKb, read } from './page/weight.ts';
import { isMet, lineOf, median, quantile, type Measure } from './queue/measures.ts';

/** Number of cold loads of each page. The result is the median. */
const LOADS = 5;
const NETWORK: Network = { name: '1600kbps', bitsPerSecond: 1_600_000, latencyMs: 150 };
/**
 * The stand's goals are round numbers. The dashboard's goals are its times on this machine before the redesign (commit
 * c5c867a), because the redesign must not make the page slower.
 */
const MOST_MS: Record<Frame, { paint: number; interactive: number }> = {
  stand: { paint: 2_000, interactive: 3_000 },
  dashboard: { paint: 2_368, interactive: 2_214 },
};
const BUSY = { waiting: 25, arriving: 3, done: 4 };
const LONG = { waiting: 200, arriving: 3, done: 4 };
const MOST_FRAME_MS = 50;

if (!ensureBuilt()) process.exit(1);
console.log(`${cpus().length} processors, load before the start ${loadavg()[0]?.toFixed(2)}`);
const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-desk-'));
const server = await startRealServer(stateDir, await freePort(), { givesWay: true });
const edge = await startEdge(server.origin, await freePort());
const browser = await launchBrowser({ isMeasured: true });
const met: boolean[] = [];
try {
  const shop = await openFullShop(server.origin, BUSY);
  for (const frame of frames) await measureRows(browser, shop, frame);
  await measureSpeed(browser, { ...shop, origin: edge.origin });
  await measureWeight(browser, shop);
  for (const frame of frames) await measureTaps(browser, await openFullShop(server.origin, BUSY), frame);
  const long = await openFullShop(server.origin, LONG);
  for (const frame of frames) await measureSmoothness(browser, long, frame);
} finally {
  await browser.close();
  edge.stop();
  await server.stop();
  rmSync(stateDir, { recursive: true });
}
process.exitCode = met.every(Boolean) ? 0 : 1;

function report(measure: Measure): void {
  console.log(lineOf(measure));
  met.push(isMet(measure));
}

async function measureRows(on: Browser, shop: FullShop, frame: Frame): Promise<void> {
  for (const { name, device, rows } of sizes) {
    const page = await openFrame(on, shop, frame, device);
    const goal = { is: '>=', than: rows[frame] } as const;
    report({ name: `${frame}_rows_${name}`, value: await rowsInSight(page), unit: 'rows', goal });
    await page.context().close();
  }
}

async function measureTaps(on: Browser, shop: FullShop, frame: Frame): Promise<void> {
  const page = await openFrame(on, shop, frame);
  for (const { task, taps, most } of await countTaps(page, frame))
    report({ name: `${frame}_taps_${task}`, value: taps, unit: 'taps', goal: { is: '<=', than: most } });
  await page.context().close();
}

/** Loads the two pages alternately, so that a busy moment of the machine slows down both pages. */
async function measureSpeed(on: Browser, shop: FullShop): Promise<void> {
  const timings: Record<Frame, Timing[]> = { dashboard: [], stand: [] };
  for (let load = 0; load < LOADS; load += 1) {
    for (const frame of frames) {
      const url = urlOf(shop.origin, frame);
      const timing = await loadColdly(on, url, phone, NETWORK, (page) => logIn(page.context(), shop));
      timings[frame].push(timing);
    }
  }
  for (const frame of frames) {
    const times = (field: 'largestPaintMs' | 'interactiveMs') =>
      Math.round(median(timings[frame].map((timing) => timing[field])));
    const most = MOST_MS[frame];
    report(timed(`${frame}_largest_paint`, times('largestPaintMs'), most.paint));
    report(timed(`${frame}_interactive`, times('interactiveMs'), most.interactive));
  }
}

function timed(name: string, value: number, most: number | undefined): Measure {
  return { name, value, unit: 'ms', ...(most !== undefined && { goal: { is: '<=', than: most } }) };
}

async function measureSmoothness(on: Browser, shop: FullShop, frame: Frame): Promise<void> {
  const page = await openFrame(on, shop, frame);
  const { frames: times, changesASecond } = await watchFrames(page, shop);
  report(timed(`${frame}_frame_p99`, quantile(times, 0.99), MOST_FRAME_MS));
  report({ name: `${frame}_changes`, value: changesASecond, unit: 'a second' });
  await page.context().close();
}

/**
 * Measures the size of the files that the stand loads before its first paint, compressed as on the network. The stand
 * loads its panels later.
 */
async function measureWeight(on: Browser, shop: FullShop): Promise<void> {
  const page = await openFrame(on, shop, 'stand');
  const loaded = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < painted);
    return before.map(({ name }) => new URL(name).pathname);
  });
  await page.context().close();
  for (const [name, extension] of [
    ['stand_js', '.js'],
    ['stand_css', '.css'],
  ] as const) {
    const files = new Set(loaded.filter((file) => file.startsWith('/assets/') && file.endsWith(extension)));
    report({ name, value: brotliKb([...files].map(read)), unit: 'KB' });
  }
}
