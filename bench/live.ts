/**
 * `npm run bench:live`: measures how long a change needs to reach every open page of one location, with the built
 * server. The measured time begins just before the owner's call. The measured time ends, separately for each of the 51
 * pages, when the message arrives. The pages accept compressed messages, like browsers. `queue/pages.ts` reads the
 * WebSocket frames directly, because 51 `WebSocket` objects of Node in one process would be slower than the server.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { READS_MOVED } from '../src/shared/contracts/live-protocol.ts';
import { admit, joinQueue, openShop, type Shop } from '../tests/e2e/support/factories.ts';
import { freePort, startRealServer } from '../scripts/local/real-server.ts';
import { quantile } from './queue/measures.ts';
import { openPage, type Page } from './queue/pages.ts';

const PAGES = 50;
const WARM_UP = 5;
/**
 * An account whose email address is not confirmed may have only 100 guests. The sum of `PAGES`, `WARM_UP` and `CHANGES`
 * is less than 100.
 */
const CHANGES = 40;
const GOAL_MS = 30;
const RECEIPT_WITHIN_MS = 5_000;

const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-live-'));
const server = await startRealServer(stateDir, await freePort());
let met = false;
try {
  const latencies = await measure(await openShop(server.origin));
  const [p50 = NaN, p95 = NaN, max = NaN] = [0.5, 0.95, 1].map((share) => quantile(latencies, share));
  met = p95 < GOAL_MS;
  console.log(`${CHANGES} changes, ${PAGES} guests' pages and the owner's, ${latencies.length} receipts`);
  console.log(`measure live_change_to_page_p50 ${p50.toFixed(1)} ms`);
  console.log(
    `measure live_change_to_page_p95 ${p95.toFixed(1)} ms goal <${GOAL_MS} ${met ? 'met' : 'short'}`,
  );
  console.log(`measure live_change_to_page_max ${max.toFixed(1)} ms`);
} finally {
  await server.stop();
  rmSync(stateDir, { recursive: true });
}
process.exit(met ? 0 : 1);

/**
 * Admits one guest after the other. After each admit a new guest joins, so that the number of open pages is constant.
 */
async function measure(shop: Shop): Promise<number[]> {
  const owner = await openPage(server.origin, `/auth/locations/${shop.location.id}/live`, {
    takesCompressed: true,
    cookie: shop.cookie,
  });
  const line = [];
  for (let page = 0; page < PAGES; page += 1) line.push(await openGuest(shop));
  const latencies: number[] = [];
  for (let change = 0; change < WARM_UP + CHANGES; change += 1) {
    const [first] = line;
    if (first === undefined) throw new Error('nobody is in line');
    const pages = [owner, ...line.map((guest) => guest.page)];
    for (const page of pages) page.arrived.length = 0;
    const sentAt = performance.now();
    await admit(server.origin, shop, first.customer);
    const receivedAt = await Promise.all(pages.map(firstArrival));
    if (change >= WARM_UP) latencies.push(...receivedAt.map((at) => at - sentAt));
    line.shift()?.page.close();
    owner.arrived.length = 0;
    line.push(await openGuest(shop));
    await firstArrival(owner);
  }
  owner.close();
  for (const { page } of line) page.close();
  return latencies;
}

async function openGuest(shop: Shop) {
  const { customer, queueToken } = await joinQueue(server.origin, shop);
  const path = `/auth/business/${shop.username}/queue/token/${queueToken}/live?${READS_MOVED}`;
  return { customer, page: await openPage(server.origin, path, { takesCompressed: true }) };
}

/** Waits for the page's next message, and returns its time of arrival by `performance.now()`. */
async function firstArrival({ arrived }: Page): Promise<number> {
  const late = performance.now() + RECEIPT_WITHIN_MS;
  for (;;) {
    const [message] = arrived;
    if (message !== undefined) return message.at;
    if (performance.now() > late) throw new Error('A page heard nothing.');
    await pause(1);
  }
}
