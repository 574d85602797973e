/** The browser of the journeys and the benches: a whole Chromium without a screen, which does nothing of its own beside the pages. */
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { ensureBrowser } from './browser.ts';

/**
 * The suggestions below the address bar are two pages of the browser's own, loaded anew for each device though nobody sees
 * them: more work than a page of ours (1.8 s of processor time instead of 1.2 s for a device that opens two).
 */
const ownPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A process for whatever page is opened next, started while this one is drawn. A phone of little memory has none. */
const nextPage = 'SpareRendererForSitePerProcess';

/** What Playwright turns off on every machine. Of two such lists the browser reads the last one only. */
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
  /** Arguments of the command line. */
  more?: string[];
  /** Of the arguments that Playwright gives. */
  without?: string[];
  /** The processors are to be the open page's: its speed is measured. */
  isMeasured?: boolean;
};

export async function launchBrowser(options: Options = {}): Promise<Browser> {
  const executablePath = ensureBrowser();
  if (executablePath === null) throw new Error('There is no browser.');
  return chromium.launch({ executablePath, ...launchOptions(options) });
}

/** How the browser is started, wherever it is. */
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
