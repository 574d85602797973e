/** `npm run screenshots`: the README's pictures, taken from the demo business in a state of their own. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { freePort, startRealServer } from './local/real-server.ts';
import { ensureBrowser } from './local/browser.ts';
import { demoOwner } from './local/demo.ts';
import { projectRoot } from './local/settings.ts';

const images = path.join(projectRoot, 'docs', 'images');
const executablePath = ensureBrowser();
if (executablePath === null) process.exit(1);

const stateDir = mkdtempSync(path.join(tmpdir(), 'screenshots-'));
const server = await startRealServer(stateDir, await freePort());
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  mkdirSync(images, { recursive: true });
  await take(browser);
} finally {
  await browser.close();
  await server.stop();
  rmSync(stateDir, { recursive: true });
}

async function take(from: Browser): Promise<void> {
  const owner = await logIn(from);
  const guest = await join(from, 'Mara');
  await owner.getByText('6 customers', { exact: true }).waitFor();
  const admitFirst = () => owner.getByRole('button', { name: 'Admit' }).first().click();
  await admitFirst();
  await guest.getByText('You are #5 in line').first().waitFor();
  await settled(guest);
  await guest.screenshot({ path: path.join(images, 'guest-in-line.png') });
  await settled(owner);
  await owner.screenshot({ path: path.join(images, 'dashboard.png') });

  await owner
    .getByRole('listitem')
    .filter({ hasText: 'Mara Okafor' })
    .getByRole('button', { name: 'Admit' })
    .click();
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
  await settled(guest);
  await guest.screenshot({ path: path.join(images, 'guest-turn.png') });
}

async function logIn(from: Browser): Promise<Page> {
  const page = await newPage(from, { width: 1280, height: 860 });
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(demoOwner.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(demoOwner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('/business/dashboard');
  return page;
}

async function join(from: Browser, firstName: string): Promise<Page> {
  const page = await newPage(from, { width: 390, height: 844 });
  await page.goto(`/queue/${demoOwner.username}`);
  await page.getByRole('textbox', { name: 'First Name' }).fill(firstName);
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Okafor');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: /^Stay on Premises/ }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  return page;
}

async function newPage(from: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await from.newContext({
    baseURL: server.origin,
    viewport,
    deviceScaleFactor: 2,
    locale: 'en-US',
    timezoneId: 'Asia/Jakarta',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** No notification in the picture, and nothing in motion. */
async function settled(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: /^Dismiss: / });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
}
