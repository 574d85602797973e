/**
 * Durability of `npm start`: after a SIGKILL each acknowledged change is stored exactly once, and a guest's page
 * recovers. `npm run bench:crash` is the long form of this test.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noFindings } from '../../bench/crash/findings.ts';
import { killableServer, type KillableServer } from '../../bench/crash/killable-server.ts';
import { storm, type StormPlan } from '../../bench/crash/storm.ts';
import { admitByName, openShop } from '../e2e/support/factories.ts';
import { isSamePage, journey, markPage } from '../e2e/support/harness.ts';
import { joinOnPage } from '../e2e/support/steps.ts';

const PLAN: StormPlan = {
  kills: 2,
  seed: 1,
  pace: { lanes: 10, tablets: 3, guestsMax: 100 },
  undo: false,
  downMs: [0, 0],
  // No quiet time is needed, because the test waits for pending deliveries anyway.
  quietMs: 0,
};

const here = journey();
/** Time limit of a test, for a busy machine on which the server starts slowly. */
const WITHIN_MS = 240_000;
const stateDir = mkdtempSync(path.join(tmpdir(), 'crash-'));
let server: KillableServer;

beforeAll(async () => {
  server = await killableServer(stateDir);
});
afterAll(async () => {
  await server.stop();
  rmSync(stateDir, { recursive: true });
});

test(
  'killed twice under load, the server still has all that it answered, once',
  { timeout: WITHIN_MS },
  async () => {
    await server.start();
    const { ledger, findings } = await storm(server, stateDir, PLAN);

    expect(server.lives()).toHaveLength(PLAN.kills + 1);
    expect(ledger.unanswered).toBeGreaterThan(0);
    expect(new Set(ledger.acts.map((act) => act.kind))).toEqual(new Set(['admit', 'leave', 'remove']));
    expect(findings).toEqual(noFindings());
  },
);

test(
  'a guest under whom the server is killed is told calmly, keeps the place, and is live again by itself',
  { timeout: WITHIN_MS },
  async () => {
    // Stops the server first, because the server of the previous test still runs if that test failed. This test can
    // start from any stored state.
    await server.stop();
    await server.start();
    const { origin } = await server.running();
    const shop = await openShop(origin);
    const { page, expectComplaint } = await here.newPhone({ baseURL: origin });
    await joinOnPage(page, shop);
    await page.getByText('Live', { exact: true }).waitFor();
    // Waits until the fonts and the service worker have loaded, because these loads would fail without the server.
    await page.evaluate(() =>
      Promise.all([document.fonts.ready, navigator.serviceWorker.ready]).then(() => null),
    );
    await markPage(page);

    expectComplaint(/^net::ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE) GET .*\/status$/);
    expectComplaint(/^console: WebSocket connection to .* failed/);
    await server.kill();
    await page.getByText('Reconnecting', { exact: true }).waitFor();
    await page.getByText('No connection. Your place is safe with Blue Door Café.').waitFor();
    await page.getByText('You are #1 in line').first().waitFor();
    expect(await page.getByRole('region', { name: 'Notifications' }).innerText()).toBe('');

    await server.start();
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 30_000 });
    expect(await page.getByText('No connection.').count()).toBe(0);
    await page.getByText('You are #1 in line').first().waitFor();
    await admitByName(origin, shop, 'Mara');
    await page.getByRole('heading', { name: "It's your turn" }).waitFor();
    expect(await isSamePage(page)).toBe(true);
  },
);
