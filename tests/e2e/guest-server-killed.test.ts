/** The server of `npm start` is killed under a guest who waits, and comes back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { killableServer } from '../../bench/crash/killable-server.ts';
import { admitByName, openShop } from './factories.ts';
import { isSamePage, journey, markPage } from './harness.ts';
import { joinOnPage } from './steps.ts';

const here = journey();

test(
  'a guest whose server is killed is told calmly, keeps the place, and is live again by itself',
  { timeout: 180_000 },
  async () => {
    const stateDir = mkdtempSync(path.join(tmpdir(), 'killed-'));
    const server = await killableServer(stateDir);
    onTestFinished(async () => {
      await server.stop();
      rmSync(stateDir, { recursive: true });
    });
    await server.start();
    const { origin } = await server.running();
    const shop = await openShop(origin);
    const { page, expectComplaint } = await here.newPhone({ baseURL: origin });
    await joinOnPage(page, shop);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => null));
    await markPage(page);

    expectComplaint(/^net::ERR_CONNECTION_REFUSED GET .*\/status$/);
    expectComplaint(/^console: WebSocket connection to .* failed/);
    await server.kill();
    await page.getByText('Reconnecting', { exact: true }).waitFor();
    await page.getByText('No connection. Your place is safe with Blue Door Café.').waitFor();
    await page.getByText('You are #1 in line').first().waitFor();
    expect(await page.getByRole('region', { name: 'Notifications' }).innerText()).toBe('');

    await server.start();
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 20_000 });
    expect(await page.getByText('No connection.').count()).toBe(0);
    await page.getByText('You are #1 in line').first().waitFor();
    await admitByName(origin, shop, 'Mara');
    await page.getByRole('heading', { name: "It's your turn" }).waitFor();
    expect(await isSamePage(page)).toBe(true);
  },
);
