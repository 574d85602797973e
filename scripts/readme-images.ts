/** `npm run readme-images`: takes the README's pictures from the demo business in a temporary state folder. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { demoLocations, demoOwner } from './demo/demo-business.ts';
import { projectRoot } from './local/settings.ts';
import { logInAsDemoOwner, showProduct, type ShownProduct } from './local/shown-product.ts';

const images = path.join(projectRoot, 'docs', 'images');

mkdirSync(images, { recursive: true });
await showProduct('screenshots', take);

async function take({ browser, origin }: ShownProduct): Promise<void> {
  const owner = await newPage(browser, origin, { width: 1440, height: 900 });
  await logInAsDemoOwner(owner);
  const guest = await newPage(browser, origin, { width: 390, height: 844 });
  await join(guest, 'Mara');
  await owner.getByText('6 customers', { exact: true }).waitFor();
  const admitFirst = () => owner.getByRole('button', { name: 'Admit' }).first().click();
  await admitFirst();
  await guest.getByText('You are #5 in line').first().waitFor();
  await untilStill(guest);
  await guest.screenshot({ path: path.join(images, 'guest-in-line.png') });
  await untilStill(owner);
  await owner.screenshot({ path: path.join(images, 'dashboard.png') });
  await owner
    .getByRole('heading', { name: 'Performance Summary' })
    .evaluate((heading) => heading.scrollIntoView());
  await owner.getByText('Show as table').first().waitFor();
  await untilStill(owner);
  await owner.screenshot({ path: path.join(images, 'charts.png') });

  await owner
    .getByRole('listitem')
    .filter({ hasText: 'Mara Okafor' })
    .getByRole('button', { name: 'Admit' })
    .click();
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
  await untilStill(guest);
  await guest.screenshot({ path: path.join(images, 'guest-turn.png') });
}

async function join(page: Page, firstName: string): Promise<void> {
  await page.goto(`/queue/${demoOwner.username}`);
  const location = `${demoOwner.name} - ${demoLocations[0].address}`;
  await page.getByRole('combobox', { name: 'Location' }).selectOption({ label: location });
  await page.getByRole('textbox', { name: 'First Name' }).fill(firstName);
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Okafor');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: /^Stay on Premises/ }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
}

async function newPage(
  from: Browser,
  baseURL: string,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await from.newContext({
    baseURL,
    viewport,
    deviceScaleFactor: 2,
    locale: 'en-US',
    timezoneId: zoneOfNoon(),
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** A time zone where it is about noon, so that the pictures look the same at any time of day. */
function zoneOfNoon(): string {
  const behindNoon = 12 - new Date().getUTCHours();
  // In these zone names, `-` means ahead of UTC.
  return `Etc/GMT${behindNoon > 0 ? '-' : '+'}${Math.abs(behindNoon)}`;
}

/** Dismisses all notifications, and waits until all animations have ended. */
async function untilStill(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: /^Dismiss: / });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
}
