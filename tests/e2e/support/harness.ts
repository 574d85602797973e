/**
 * What all journeys have in common: the app, the browser and the devices. A test fails if a device has a complaint that
 * the test did not announce.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import type { Settings } from '../../../scripts/local/settings.ts';
import { startApp, type App } from './app.ts';
import { launchBrowser } from '../../../scripts/local/launch-browser.ts';
import type { Owner } from './factories.ts';
import { watchForComplaints } from './complaints.ts';

const STEP_WITHIN_MS = 10_000;

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
/** Options for a desktop that is wide enough to show the dashboard's statistics beside the line. */
export const withStatistics = { viewport: { width: 1440, height: 900 } };
/**
 * Browser options that switch optimised code off. Optimised code would never run, because a test's page is open for
 * only about two seconds. The options save a sixth of the processor time.
 */
const shortLives = ['--in-process-gpu', '--js-flags=--no-maglev --no-turbofan'];

export type Device = {
  page: Page;
  /**
   * Announces an error that the test causes: `409 POST /auth/...`, or an error's text. The test fails at any other
   * complaint, and if an announced error does not come.
   */
  expectComplaint(pattern: RegExp): void;
};

type Journey = {
  app: App;
  newPhone(options?: BrowserContextOptions): Promise<Device>;
  /**
   * A phone whose browser has a back-forward cache, as real browsers do. The browsers of the other devices have no such
   * cache.
   */
  newPhoneThatKeepsPages(owner?: Owner): Promise<Device>;
  /** A desktop, which is logged in if `owner` is given. */
  newDesktop(owner?: Owner, options?: BrowserContextOptions): Promise<Device>;
};

/** One browser and one app for all files of a test worker, because starting them takes seconds. */
/* oxlint-disable no-empty-pattern -- the runner reads the needed fixtures from this pattern, here none */
const shared = test
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser({ more: shortLives });
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('app', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const app = await startApp();
    onCleanup(() => app.stop());
    return app;
  });
/* oxlint-enable no-empty-pattern */

/**
 * App and browser for the tests of one file. With `ownVars` the file has its own empty app with these variables.
 * Without `ownVars` the file uses the app that all other files share. The fields of the result may be used only inside
 * tests.
 */
export function journey(ownVars?: () => Promise<Partial<Settings['vars']>>): Journey {
  let app: App | undefined;
  let browser: Browser | undefined;

  shared.beforeAll(({ browser: running }) => {
    browser = running;
  });
  if (ownVars === undefined) {
    shared.beforeAll(({ app: running }) => {
      app = running;
    });
  } else {
    beforeAll(async () => {
      app = await startApp(await ownVars());
    });
    afterAll(() => app?.stop());
  }

  async function newDevice(kind: BrowserContextOptions, owner?: Owner, own = browser): Promise<Device> {
    if (app === undefined || own === undefined) throw new Error('Devices can be had inside of tests only.');
    const origin = kind.baseURL ?? app.origin;
    const context = await own.newContext({
      baseURL: origin,
      locale: 'en-US',
      timezoneId: 'Asia/Jakarta',
      reducedMotion: 'reduce',
      ...kind,
    });
    context.setDefaultTimeout(STEP_WITHIN_MS);
    if (owner !== undefined) await context.addCookies(asCookies(owner.cookie, origin));
    const page = await context.newPage();
    const complaints = watchForComplaints(page, origin);
    onTestFinished(async () => {
      await context.close();
      expect(complaints.unexpected(), 'what the page complained about').toEqual([]);
      expect(complaints.missing(), 'what it was to complain about and did not').toEqual([]);
    });
    return { page, expectComplaint: complaints.expect };
  }

  return {
    get app() {
      if (app === undefined) throw new Error('The app runs inside of tests only.');
      return app;
    },
    newPhone: (options) => newDevice({ ...phone, ...options }),
    newPhoneThatKeepsPages: async (owner) => {
      const keeping = await launchBrowser({ more: shortLives, without: ['--disable-back-forward-cache'] });
      onTestFinished(() => keeping.close());
      return newDevice(phone, owner, keeping);
    },
    newDesktop: (owner, options) => newDevice({ ...desktop, ...options }, owner),
  };
}

function asCookies(header: string, url: string) {
  return header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return { name, value, url };
  });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeResult = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/**
 * Problems that axe-core finds on the present page in both colour schemes, each with its rule and element. Afterwards
 * the page has the light scheme.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await runAxe(page, { runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...(await runAxe(page, {})), ...inDark.map((problem) => `dark: ${problem}`)];
}

async function runAxe(page: Page, options: { runOnly?: string[] }): Promise<string[]> {
  const found = await page.evaluate(
    // Asks axe-core only for violations, because describing passed checks takes most of the time.
    `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then((result) => result.violations)`,
  );
  return axeResult.parse(found).flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * The expected answer to a session check without a session (`docs/spec.md` section 2); the browser's console reports it
 * as an error.
 */
export const loggedOut = /^401 GET \/auth\/me$/;

/** A visible notification with this title or body. */
export function toast(page: Page, words: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true });
}

/** Marks the present page, so that `isSamePage` can tell whether the page was reloaded after the mark. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
}

export function isSamePage(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.hasAttribute('data-marked'));
}
