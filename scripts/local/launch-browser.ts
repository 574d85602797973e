/** Starts the browser for journeys and benches: full headless Chromium without background work of its own. */
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { ensureBrowser } from './browser.ts';

/**
 * Chromium's address bar suggestions. The suggestions load two internal pages for each browser context, which costs
 * more than our own page: 1.8 s instead of 1.2 s of processor time for a context with two pages.
 */
const ownPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A spare process for the next page, started while this page renders. Phones with little memory have none. */
const nextPage = 'SpareRendererForSitePerProcess';

/**
 * Features that Playwright disables. Chromium reads only the last list of disabled features, so ours must repeat these
 * names.
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
  /** Arguments of Playwright that are left out. */
  without?: string[];
  /** The page's speed is measured, so nothing else may use the processors. */
  isMeasured?: boolean;
};

export async function launchBrowser(options: Options = {}): Promise<Browser> {
  const executablePath = ensureBrowser();
  if (executablePath === null) throw new Error('There is no browser.');
  return chromium.launch({ executablePath, ...launchOptions(options) });
}

/** Options that start the browser, here or in another process. */
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
