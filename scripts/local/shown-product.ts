/**
 * Runs the product like `npm start`, with an empty state folder and `DEMO=quiet`, and starts a browser that takes
 * screenshots.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ensureBuilt } from './build.ts';
import { demoOwner } from '../demo/demo-business.ts';
import { launchBrowser } from './launch-browser.ts';
import { freePort, startRealServer } from './real-server.ts';

export type ShownProduct = {
  /** Without a trailing slash. */
  origin: string;
  browser: Browser;
};

/**
 * Starts server and browser, runs the work, and always stops server and browser. Ends the process with exit code 1 if
 * the build fails. Rejects if no browser can be installed.
 * @param purpose a part of the state folder's name
 */
export async function showProduct(
  purpose: string,
  work: (product: ShownProduct) => Promise<void>,
): Promise<void> {
  // The build comes before the start of the server, whose timeout is too short for a build.
  if (!ensureBuilt()) process.exit(1);
  const stateDir = mkdtempSync(path.join(tmpdir(), `${purpose}-`));
  const server = await startRealServer(stateDir, await freePort(), { vars: { DEMO: 'quiet' } });
  const browser = await launchBrowser();
  try {
    await work({ origin: server.origin, browser });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(stateDir, { recursive: true });
  }
}

/** Logs in on the page, and waits for the dashboard. */
export async function logInAsDemoOwner(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(demoOwner.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(demoOwner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('/business/dashboard');
}
