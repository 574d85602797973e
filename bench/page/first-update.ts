/** Measures the time until a newly opened guest's page shows a change of the line, in Chromium on a slow phone. */
import type { Browser } from 'playwright-core';
import { guestCopy } from '../../src/shared/copy/en/guest.ts';
import { admitByName, joinQueue, openShop } from '../../tests/e2e/support/factories.ts';
import type { startEdge } from './edge.ts';
import { phone, slowDown, type Network } from './open-page.ts';
import { cookieOf } from './visits.ts';

const UPDATED_WITHIN_MS = 30_000;
/** The page writes this message to the console when the page shows the change. */
const UPDATED = 'The page shows the change at';

/**
 * Opens the page of a guest with three parties ahead. The owner admits the first party when the page's HTML begins to
 * arrive. At this time the page's scripts have not arrived yet. Returns the time from the start of the load until the
 * page's title shows the new place in line.
 */
export async function firstUpdate(
  browser: Browser,
  edge: Awaited<ReturnType<typeof startEdge>>,
  network: Network,
): Promise<number> {
  const shop = await openShop(edge.origin);
  for (const firstName of ['Ana', 'Bo', 'Chiara']) await joinQueue(edge.origin, shop, { firstName });
  const { queueToken } = await joinQueue(edge.origin, shop);
  const cookie = cookieOf(edge.origin, { token: queueToken });
  edge.delaySockets(network.latencyMs);
  const context = await browser.newContext({ ...phone, extraHTTPHeaders: { cookie } });
  try {
    const page = await context.newPage();
    const title = guestCopy.status.documentTitle(3, shop.name);
    await page.addInitScript(watchTitle, { title, report: UPDATED });
    await slowDown(await context.newCDPSession(page), network);
    const updated = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith(UPDATED),
      timeout: UPDATED_WITHIN_MS,
    });
    await page.goto(`${edge.origin}/queue/${shop.username}`, { waitUntil: 'commit' });
    await admitByName(edge.origin, shop, 'Ana');
    return Number((await updated).text().slice(UPDATED.length));
  } finally {
    await context.close();
    edge.delaySockets(0);
  }
}

/** Runs in the page before any other script. */
function watchTitle({ title, report }: { title: string; report: string }): void {
  const look = () => {
    if (document.title === title) console.debug(`${report} ${performance.now()}`);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
