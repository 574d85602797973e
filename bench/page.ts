/**
 * `npm run bench:page`: measures the guest's page on a cheap phone: sizes, Lighthouse's scores, and the times until the
 * page is visible, answers taps and shows a change of the line. If the arguments are names of `parts`, only those parts
 * run. The times are measured on two slow networks, with the processor slowed down to a quarter of its speed. The bench
 * compares these times with the times of a plain single-page app from the same build. The built server runs behind a
 * proxy that compresses like the CDN. Exits with 1 if a goal is missed. The times are reliable only on a machine
 * without other load.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { guestCatalogues } from '../src/shared/copy/guest-catalogues.ts';
import { launchBrowser } from '../scripts/local/launch-browser.ts';
import { freePort, startRealServer } from '../scripts/local/real-server.ts';
import { startEdge } from './page/edge.ts';
import { scorePage } from './page/lighthouse.ts';
import { phoneFontProblem } from './page/phone-font.ts';
import { firstUpdate } from './page/first-update.ts';
import { openPage, type Network, type Timing, type Variant } from './page/open-page.ts';
import { report } from './page/report.ts';
import { cookieOf, guestPageNames, makeGuestPages, type GuestPage } from './page/visits.ts';
import { pageBudgetsKb, weighInAllLanguages, weighWorker } from './page/weight.ts';

type Goals = Network & { largestPaintMs: number; interactiveMs: number; firstUpdateMs: number };

const networks: Goals[] = [
  {
    name: '400kbps',
    bitsPerSecond: 400_000,
    latencyMs: 400,
    largestPaintMs: 900,
    interactiveMs: 2_700,
    firstUpdateMs: 1_600,
  },
  {
    name: '1600kbps',
    bitsPerSecond: 1_600_000,
    latencyMs: 150,
    largestPaintMs: 700,
    interactiveMs: 1_100,
    firstUpdateMs: 800,
  },
];
const parts = ['weight', 'speed', 'update', 'scores'] as const;
const asked = process.argv.slice(2);
const runs = (part: (typeof parts)[number]) => asked.length === 0 || asked.includes(part);

/** Number of cold loads of each page. The result is the median. */
const LOADS = 7;
const BEST_SCORE = 100;
const MOST_SHIFT = 0.005;

const browser = await launchBrowser({ isMeasured: true });
const problem = await phoneFontProblem(browser);
if (problem !== null) {
  await browser.close();
  console.error(problem);
  process.exit(1);
}
const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-page-'));
const server = await startRealServer(stateDir, await freePort(), { givesWay: true });
const edge = await startEdge(server.origin, await freePort());
const met: boolean[] = [];
try {
  if (runs('weight')) await measureWeight((await makeGuestPages(edge.origin)).status);
  for (const network of networks) {
    if (runs('speed')) await forEachPage((page) => measureSpeed(browser, page, network));
    if (runs('update')) await measureFirstUpdate(network);
  }
  if (runs('scores')) await forEachPage(measureScores);
} finally {
  await browser.close();
  edge.stop();
  await server.stop();
  rmSync(stateDir, { recursive: true });
}
process.exitCode = met.every(Boolean) ? 0 : 1;

/**
 * Before each page is measured, makes the pages anew, because a hold lasts only five minutes. After the hold, the page
 * would show another state.
 */
async function forEachPage(measure: (page: GuestPage) => Promise<void>): Promise<void> {
  for (const name of guestPageNames) {
    const page = (await makeGuestPages(edge.origin))[name];
    const before = await titleOf(page);
    await measure(page);
    const after = await titleOf(page);
    if (after !== before)
      throw new Error(`It was "${before}" that was to be measured, and became "${after}".`);
  }
}

async function titleOf(page: GuestPage): Promise<string> {
  const answer = await fetch(page.url, { headers: { cookie: cookieOf(edge.origin, page) } });
  const [, title] = /<title>([^<]+)<\/title>/.exec(await answer.text()) ?? [];
  if (title === undefined) throw new Error(`No page came, but ${answer.status}.`);
  return title;
}

async function measureWeight(page: GuestPage): Promise<void> {
  const weights = await weighInAllLanguages(async (language) => {
    const headers = { cookie: cookieOf(edge.origin, page), 'accept-language': language };
    const answer = await fetch(page.url, { headers });
    const html = await answer.text();
    const { documentTitle } = guestCatalogues[language].status;
    if (!html.includes(`<title>${documentTitle(4, page.businessName)}</title>`))
      throw new Error(`No status page came, but ${answer.status}: ${html.slice(0, 1000)}`);
    return html;
  });
  for (const [name, kb] of Object.entries(weights)) met.push(report(name, kb, 'KB', '<=', budgetOf(name), 1));
  console.log(`measure guest_service_worker ${weighWorker().toFixed(1)} KB`);
}

function budgetOf(name: string): number {
  const found = Object.entries(pageBudgetsKb).find(([budget]) => budget === name);
  if (found === undefined) throw new Error(`${name} has no budget.`);
  return found[1];
}

/** Measures the product and the plain app alternately, so that a busy moment of the machine slows down both loads. */
async function measureSpeed(on: Browser, page: GuestPage, network: Goals): Promise<void> {
  const timings: Record<Variant, Timing[]> = { rendered: [], plain: [] };
  for (let load = 0; load < LOADS; load += 1) {
    timings.rendered.push(await openPage(on, page, network, 'rendered'));
    timings.plain.push(await openPage(on, page, network, 'plain'));
  }
  const name = `${page.name}_${network.name}`;
  const paint = median(timings.rendered, 'largestPaintMs');
  const interactive = median(timings.rendered, 'interactiveMs');
  met.push(report(`largest_paint_${name}`, paint, 'ms', '<', network.largestPaintMs));
  met.push(report(`interactive_${name}`, interactive, 'ms', '<', network.interactiveMs));
  const shift = Math.max(...timings.rendered.map(({ layoutShift }) => layoutShift));
  const isSteady = report(`layout_shift_${name}`, shift, 'CLS', '<', MOST_SHIFT, 3);
  met.push(isSteady);
  if (!isSteady)
    for (const { shifts } of timings.rendered) console.log(['  a load:', ...shifts].join('\n  '));
  const hosts = new Set(timings.rendered.flatMap(({ otherHosts }) => otherHosts));
  met.push(report(`other_hosts_${name}`, hosts.size, 'hosts', '<=', 0));
  const plainPaint = median(timings.plain, 'largestPaintMs');
  const plainInteractive = median(timings.plain, 'interactiveMs');
  console.log(`measure plain_largest_paint_ratio_${name} ${(plainPaint / paint).toFixed(2)} x`);
  console.log(`measure plain_interactive_ratio_${name} ${(plainInteractive / interactive).toFixed(2)} x`);
}

async function measureFirstUpdate(network: Goals): Promise<void> {
  const times: number[] = [];
  for (let load = 0; load < LOADS; load += 1) times.push(await firstUpdate(browser, edge, network));
  const name = `first_live_update_${network.name}`;
  met.push(report(name, middle(times), 'ms', '<=', network.firstUpdateMs));
}

async function measureScores(page: GuestPage): Promise<void> {
  const asked = { url: page.url, cookie: cookieOf(edge.origin, page) };
  const categories = ['performance', 'accessibility', 'best-practices'] as const;
  const { scores, shortcomings } = await scorePage(asked, categories);
  for (const [category, score] of scores)
    met.push(report(`lighthouse_${category}_${page.name}`, score, 'points', '>=', BEST_SCORE));
  for (const line of shortcomings) console.log(`  ${page.name}: ${line}`);
}

function median(timings: Timing[], field: 'largestPaintMs' | 'interactiveMs'): number {
  return middle(timings.map((timing) => timing[field]));
}

function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
