/** Starts the browser for journeys and benchmarks: full headless Chromium without its background work. */
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { ensureBrowser } from './browser.ts';

/**
 * Features of Chromium's address bar suggestions. The suggestions load two internal pages for each browser context. A
 * context with two pages then needs 1.8 s of processor time instead of 1.2 s.
 */
const ownPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * The feature that starts a spare process for the next page while a page renders. Phones with little memory have no
 * spare process.
 */
const nextPage = 'SpareRendererForSitePerProcess';

/**
 * Features that Playwright disables. Chromium reads only the last list of disabled features, so the list of this file
 * must repeat these names.
 */
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

type Options = {
  /** Additional command line arguments. */
  more?: string[];
  /** Playwright's default arguments that are not used. */
  without?: string[];
  /** True if the page's speed is measured, so that no other work may use the processors. */
  isMeasured?: boolean;
};

export async function launchBrowser(options: Options = {}): Promise<Browser> {
  const executablePath = ensureBrowser();
  if (executablePath === null) throw new Error('There is no browser.');
  return chromium.launch({ executablePath, ...launchOptions(options) });
}

/** Options to start the browser, here or in another process. */
export function launchOptions({ more = [], without = [], isMeasured = false }: Options = {}): LaunchOptions {
  return {
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--disable-features=${[...offInPlaywright, ...ownPages, ...(isMeasured ? [nextPage] : [])].join(',')}`,
      ...more,
    ],
    ignoreDefaultArgs: without,
  };
}
