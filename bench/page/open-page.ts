/** Measures one cold load of a page in Chromium, on a slow processor and a slow network. */
import { clockSamples } from '../../src/shared/time/clock-samples.ts';
import * as z from 'zod/mini';
import { catalogueFiles } from '../../src/shared/languages.ts';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { cookieOf, storedVisit, type GuestPage } from './visits.ts';
import { read } from './weight.ts';

/** Bits per second in each direction, and the latency of each answer. */
export type Network = { name: string; bitsPerSecond: number; latencyMs: number };

/**
 * `rendered` is the product. `plain` is the same build as a plain single-page app: an empty page whose script loads the
 * data. The HTML of the plain page arrives without network delay, so `plain` is faster than in reality.
 */
export type Variant = 'rendered' | 'plain';

export type Timing = {
  /** Largest contentful paint. */
  largestPaintMs: number;
  /** Time from which React handles taps. */
  interactiveMs: number;
  /** Cumulative layout shift. */
  layoutShift: number;
  /** Each shift as a sentence: its time and size, and the old and new position of the moved element. */
  shifts: string[];
  /** Other hosts that the page requested. */
  otherHosts: string[];
};

const CPU_TIMES_SLOWER = 4;
const SETTLED_AFTER_MS = 1_500;
const INTERACTIVE_WITHIN_MS = 30_000;
/** The page writes this message to the console when the page is interactive. */
const INTERACTIVE = 'The page answers taps.';

/** The simulated phone of the benches. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-US',
};

/** Loads a guest's page with an empty cache and measures it. */
export function openPage(
  browser: Browser,
  guestPage: GuestPage,
  network: Network,
  variant: Variant,
): Promise<Timing> {
  const cookie = cookieOf(new URL(guestPage.url).origin, guestPage);
  const device = { ...phone, ...(variant === 'rendered' && { extraHTTPHeaders: { cookie } }) };
  const prepare = variant === 'plain' ? (page: Page) => servePlain(page, guestPage) : undefined;
  return loadColdly(browser, guestPage.url, device, network, prepare);
}

/**
 * Loads a page with an empty cache and measures it. A page is interactive when React handles the events of its `h1`.
 * @param prepare prepares the new tab before the page is loaded
 */
export async function loadColdly(
  browser: Browser,
  url: string,
  device: BrowserContextOptions,
  network: Network,
  prepare?: (page: Page) => Promise<void>,
): Promise<Timing> {
  const { origin } = new URL(url);
  const context = await browser.newContext(device);
  try {
    const page = await context.newPage();
    const otherHosts = new Set<string>();
    page.on('request', (request) => {
      const { host, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && host !== new URL(origin).host) otherHosts.add(host);
    });
    await prepare?.(page);
    await page.addInitScript(watchPage, INTERACTIVE);
    await slowDown(await context.newCDPSession(page), network);
    // The page itself reports by a console message that it answers taps. If the bench evaluated a script in the page
    // instead, the page would first have to parse a long script.
    const interactive = page.waitForEvent('console', {
      predicate: (message) => message.text() === INTERACTIVE,
      timeout: INTERACTIVE_WITHIN_MS,
    });
    await page.goto(url, { waitUntil: 'commit' });
    await interactive;
    await page.waitForTimeout(SETTLED_AFTER_MS);
    const timing = await page.evaluate(() => globalThis.pageTimes);
    if (timing === undefined) throw new Error('The page was not watched.');
    return { ...timing, otherHosts: [...otherHosts] };
  } finally {
    await context.close();
  }
}

/** Slows down network and processor of a tab. */
export async function slowDown(session: CDPSession, { bitsPerSecond, latencyMs }: Network): Promise<void> {
  const bytesPerSecond = bitsPerSecond / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES_SLOWER });
}

/**
 * Serves the page as it was built, without the data of the business and the visit. The page includes the early script
 * in the form that the Worker writes, because the app needs this script.
 */
async function servePlain(page: Page, guestPage: GuestPage): Promise<void> {
  const template = read('queue.html').toString();
  const boot = {
    path: new URL(guestPage.url).pathname,
    language: 'en',
    catalogues: { en: englishAddress() },
    clocks: clockSamples(['en-US']),
  };
  const data = '<script id="boot" type="application/json">';
  const early = `<script>${read('.early/en.js').toString()}</script>`;
  const body = template.replace(`${data}</script>`, `${data}${JSON.stringify(boot)}</script>${early}`);
  if (body === template) throw new Error('The built page has no place for its data.');
  await page.route(guestPage.url, (route) => route.fulfill({ body, contentType: 'text/html' }));
  const stored = storedVisit(guestPage);
  if (stored === null) return;
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), stored);
}

/**
 * Returns the path of the file with the English sentences. A real single-page app would know this path from its own
 * build.
 */
function englishAddress(): string {
  const manifest = z
    .record(z.string(), z.object({ file: z.string() }))
    .parse(JSON.parse(read('.vite/manifest.json').toString()));
  return `/${manifest[catalogueFiles.en]?.file}`;
}

type PageTimes = Omit<Timing, 'otherHosts'>;

declare global {
  /** The measurements of `watchPage` until now; 0: not measured yet. */
  var pageTimes: PageTimes | undefined;

  /** An entry of the Layout Instability API (WICG). TypeScript's library lacks this type. */
  type LayoutShift = PerformanceEntry & {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }[];
  };
  var LayoutShift: { prototype: LayoutShift; new (): LayoutShift };
}

/** Runs in the page before any other script. */
function watchPage(whenInteractive: string): void {
  const times: PageTimes = { largestPaintMs: 0, interactiveMs: 0, layoutShift: 0, shifts: [] };
  globalThis.pageTimes = times;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) times.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const rect = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // The metric excludes shifts just after user input. A change of the screen size also counts as user input.
      if (!(entry instanceof LayoutShift) || entry.hadRecentInput) continue;
      times.layoutShift += entry.value;
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.textContent?.slice(0, 40)}: ${rect(previousRect)} to ${rect(currentRect)}`,
      );
      times.shifts.push([`${entry.value} at ${entry.startTime} ms`, ...moved].join('\n    '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  // React adds a property to each element whose events React handles.
  const look = () => {
    const heading = document.querySelector('h1');
    if (heading && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'))) {
      times.interactiveMs = performance.now();
      console.debug(whenInteractive);
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
