/** Finds the browsers for component tests, journeys and screenshots, and installs a browser if there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/**
 * Debian's package of Chromium without tabs, profiles and the address bar. In this browser, component tests need a
 * quarter less processor time than in full Chromium. Journeys need full Chromium: the headless shell has no push, no
 * installed apps and no back-forward cache.
 */
const headlessShell = 'chromium-headless-shell';
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
function findBrowser(): string | null {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) return chosen;
  return firstThatStarts([...onPath(names), ...places, chromium.executablePath()]);
}

/** The path of the browser for component tests: the headless shell if it is installed, or any other browser. */
export function findBrowserForComponents(): string | null {
  const shell = process.env['CHROME_PATH'] ? null : firstThatStarts(onPath([headlessShell]));
  return shell ?? findBrowser();
}

function onPath(programs: string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.flatMap((folder) => programs.map((name) => path.join(folder, name)));
}

function firstThatStarts(files: string[]): string | null {
  return files.find((file) => existsSync(file) && starts(file)) ?? null;
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
  // Installs each package with its own command, because some distributions have only the first package.
  for (const name of ['chromium', headlessShell]) run('install', '-y', '--no-install-recommends', name);
}

function installWithPlaywright(): void {
  spawnSync('playwright-core', ['install', 'chromium'], { stdio: 'inherit', timeout: INSTALL_WITHIN_MS });
}
