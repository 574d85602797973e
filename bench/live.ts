/**
 * `npm run bench:live`: the time until a change reaches every open page of one location, through the built server.
 * Measured from just before the owner's call to the message on each page: 50 guests and the owner.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PONG } from '../src/shared/contracts/live.ts';
import { admit, joinQueue, openShop, type Shop } from '../tests/e2e/support/factories.ts';
import { freePort, startRealServer } from '../scripts/local/real-server.ts';

const PAGES = 50;
const WARM_UP = 5;
/** With `PAGES` and `WARM_UP` fewer joins than the 100 of an owner whose mailbox is unconfirmed. */
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

/** Admits one guest after the other. A new guest joins each time, so that the number of open pages is constant. */
async function measure(shop: Shop): Promise<number[]> {
  const owner = await openPage(`/auth/locations/${shop.location.id}/live`, shop.cookie);
  const line = [];
  for (let page = 0; page < PAGES; page += 1) line.push(await openGuest(shop));
  const latencies: number[] = [];
  for (let change = 0; change < WARM_UP + CHANGES; change += 1) {
    const [first] = line;
    if (first === undefined) throw new Error('nobody is in line');
    const receipts = [owner, ...line.map((guest) => guest.page)].map((page) => page.next());
    const sentAt = performance.now();
    await admit(server.origin, shop, first.customer);
    const receivedAt = await Promise.all(receipts);
    if (change >= WARM_UP) latencies.push(...receivedAt.map((at) => at - sentAt));
    line.shift()?.page.close();
    const heard = owner.next();
    line.push(await openGuest(shop));
    await heard;
  }
  owner.close();
  for (const { page } of line) page.close();
  return latencies;
}

async function openGuest(shop: Shop) {
  const { customer, queueToken } = await joinQueue(server.origin, shop);
  const page = await openPage(`/auth/business/${shop.username}/queue/token/${queueToken}/live`);
  return { customer, page };
}

type OpenPage = {
  /** Time of the next message, on the clock of `performance.now()`. */
  next(): Promise<number>;
  close(): void;
};

/** Opens a socket like a page; resolves when the first view has arrived. */
async function openPage(where: string, cookie?: string): Promise<OpenPage> {
  const url = new URL(where, server.origin.replace('http', 'ws'));
  // Node's WebSocket takes headers, but the standard type has no such option. Only the owner's socket needs one.
  const socket: WebSocket = Reflect.construct(WebSocket, [url, { headers: cookie ? { cookie } : {} }]);
  let arrived: (at: number) => void = () => {};
  socket.addEventListener('message', ({ data }) => {
    const at = performance.now();
    if (data !== PONG) arrived(at);
  });
  const next = () =>
    new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`nothing arrived at ${where}`)), RECEIPT_WITHIN_MS);
      arrived = (at) => {
        clearTimeout(late);
        resolve(at);
      };
    });
  await next();
  return { next, close: () => socket.close() };
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}
