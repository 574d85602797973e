/** The guest's page while its server is killed and started again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { killableServer } from '../../bench/crash/killable-server.ts';
import { joinQueue, leaveQueue, openShop } from '../e2e/support/factories.ts';
import { journey, toast } from '../e2e/support/harness.ts';
import { cachedPosition, fillJoinForm } from '../e2e/support/steps.ts';

const here = journey();

test(
  'a reload without a server shows the last place and says that it is old; with the server it is fresh by itself',
  { timeout: 120_000 },
  async () => {
    const stateDir = mkdtempSync(path.join(tmpdir(), 'cached-page-'));
    const server = await killableServer(stateDir);
    onTestFinished(async () => {
      await server.stop();
      rmSync(stateDir, { recursive: true });
    });
    await server.start();
    const { origin } = await server.running();
    const shop = await openShop(origin);
    const [first, second] = [await joinQueue(origin, shop), await joinQueue(origin, shop)];
    const { page, expectComplaint } = await here.newPhone({ baseURL: origin });
    await fillJoinForm(page, shop);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('You are #3 in line').first().waitFor();
    await expect.poll(() => cachedPosition(page)).toBe(3);
    await leaveQueue(origin, shop, first);
    await page.getByText('You are #2 in line').first().waitFor();
    await expect.poll(() => cachedPosition(page)).toBe(2);

    expectComplaint(/^console: WebSocket connection to .* failed/);
    expectComplaint(/^net::ERR_CONNECTION_REFUSED GET \//);
    await server.kill();
    await page.reload();
    await page.getByText('You are #2 in line').first().waitFor();
    await page
      .getByText(
        /^This was your place at \d+:\d\d [AP]M\. No connection\. Your place is safe with Blue Door Café\. We’ll update as soon as you’re back\.$/,
      )
      .waitFor();
    await page.getByText('Offline', { exact: true }).waitFor();
    expect(await page.title()).toBe('#2 in line · Blue Door Café');
    expect(await toast(page, 'Queue restored').count()).toBe(0);
    // The page also survives a second reload without the server.
    await page.reload();
    await page.getByText(/^This was your place at/).waitFor();

    await server.start();
    await page.getByText(/^This was your place at/).waitFor({ state: 'detached' });
    // An `online` event triggers a retry of the socket at once. (`crash.test.ts` tests the retry without this event.)
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText('Live', { exact: true }).waitFor();
    await leaveQueue(origin, shop, second);
    await page.getByText('You are #1 in line').first().waitFor();
    await page.reload();
    await page.getByText('You are #1 in line').first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.getByText(/^This was your place at/).count()).toBe(0);
  },
);
