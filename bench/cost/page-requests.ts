/** Counts the requests of a phone that loads the guest's page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchBrowser } from '../../scripts/local/launch-browser.ts';
import { freePort, startRealServer } from '../../scripts/local/real-server.ts';
import { makeGuestPages } from '../page/visits.ts';

/**
 * Some files load late: the fonts, the icons and the service worker. After this waiting time, these files are loaded.
 */
const SETTLED_AFTER_MS = 5_000;

/** The number of files that the browser loads with a business's page at the first visit, without the page itself. */
export async function countRequests(): Promise<number> {
  const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-cost-'));
  const server = await startRealServer(stateDir, await freePort());
  const browser = await launchBrowser();
  try {
    const { join } = await makeGuestPages(server.origin);
    const context = await browser.newContext();
    const page = await context.newPage();
    let requests = 0;
    context.on('request', () => (requests += 1));
    await page.goto(join.url);
    await page.waitForTimeout(SETTLED_AFTER_MS);
    return requests - 1;
  } finally {
    await browser.close();
    await server.stop();
    rmSync(stateDir, { recursive: true });
  }
}
