/** Finds the browser for journeys and screenshots, and installs a browser if there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const INSTALL_WITHIN_MS = 240_000;

/**
 * Returns the path of a browser that starts. Installs a browser if necessary. If no browser starts, prints a sentence
 * on standard error and returns null.
 */
export function ensureBrowser(): string | null {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) {
    if (starts(chosen)) return chosen;
    console.error(`CHROME_PATH names "${chosen}", which does not start.`);
    return null;
  }
  const found = findBrowser();
  if (found !== null) return found;

  console.log('No browser found; installing Chromium for the browser tests.');
  const ways = canUseApt() ? [installWithApt, installWithPlaywright] : [installWithPlaywright];
  for (const install of ways) {
    install();
    const installed = findBrowser();
    if (installed !== null) return installed;
  }
  console.error('No browser could be installed: install Chromium or Chrome, or set CHROME_PATH to one.');
  return null;
}

/** The path of a browser that starts; null if none is installed. */
export function findBrowser(): string | null {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) return chosen;
  const onPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  return (
    [...onPath, ...places, chromium.executablePath()].find((file) => existsSync(file) && starts(file)) ?? null
  );
}

function starts(file: string): boolean {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function canUseApt(): boolean {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0;
}

/**
 * Installs Debian's package, which includes the libraries of the browser. Playwright's download lacks these libraries.
 */
function installWithApt(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...parameters: string[]) =>
    spawnSync('apt-get', parameters, {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: INSTALL_WITHIN_MS,
    });
  run('update');
  run('install', '-y', '--no-install-recommends', 'chromium');
}

function installWithPlaywright(): void {
  spawnSync('playwright-core', ['install', 'chromium'], { stdio: 'inherit', timeout: INSTALL_WITHIN_MS });
}
