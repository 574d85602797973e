/** The weight of the guest's page stays within its limits (KB at brotli 5), and all its requests go to one host. */
import { expect, test } from 'vitest';
import { pageBudgetsKb, weighInAllLanguages } from '../../../bench/page/weight.ts';
import { guestCatalogues } from '../../../src/shared/copy/guest-catalogues.ts';
import { visitCookieName } from '../../../src/worker/features/guest/visit-cookie.ts';
import { joinQueue, openShop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';
import { joinOnPage } from '../support/steps.ts';

const here = journey();

test('a page with a place in line weighs no more than it may, in any language', async () => {
  const shop = await openShop(here.app.origin);
  const { queueToken } = await joinQueue(here.app.origin, shop);
  const cookie = `${visitCookieName(here.app.origin)}=${queueToken}`;
  const weights = await weighInAllLanguages(async (language) => {
    const headers = { cookie, 'accept-language': language };
    const html = await (await fetch(new URL(`/queue/${shop.username}`, here.app.origin), { headers })).text();
    expect(html).toContain(`<title>${guestCatalogues[language].status.documentTitle(1, shop.name)}</title>`);
    return html;
  });
  for (const [name, mostKb] of Object.entries(pageBudgetsKb)) {
    const kb = Object.entries(weights).find(([weight]) => weight === name)?.[1];
    expect(kb, name).toBeGreaterThan(1);
    expect(kb, name).toBeLessThanOrEqual(mostKb);
  }
});

test('joining and waiting asks no other host for anything', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await joinOnPage(page, shop);
  await page.getByText('You are #1 in line').first().waitFor();
  expect([...hosts]).toEqual([new URL(here.app.origin).host]);
});
