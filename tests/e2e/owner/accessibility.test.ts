/**
 * axe-core finds nothing on any page, in light and in dark, on a phone and on a desktop. The guest's has its own test in
 * `guest-accessibility.test.ts`.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { admit, joinQueue, openShop, setUp, signUpOwner, type Shop } from '../support/factories.ts';
import { accessibilityProblems, journey, toast } from '../support/harness.ts';
import { controls, openPanel, saves, settingCalls, type } from '../support/settings-page.ts';
import { tellOwner } from '../support/steps.ts';

const here = journey();

const publicPages: [path: string, heading: string, complaint?: RegExp][] = [
  ['/', 'Hold every walk-in. Boost revenue.'],
  ['/help', 'Help'],
  ['/policy', 'Privacy Policy'],
  ['/terms', 'Terms of Service'],
  ['/demo', 'See it work'],
  ['/login', 'Welcome back'],
  ['/signup', 'Start your free trial'],
  ['/forgot', 'Forgot your password?'],
  ['/reset?token=x', 'Choose a new password'],
  ['/verify?token=x', 'Confirm your email address'],
  ['/queue', 'Join the Queue'],
  ['/nowhere', '404 - Page Not Found', /^404 GET \/nowhere$/],
];
test.for(publicPages)('%s', async ([path, heading, complaint]) => {
  const device = await here.newPhone();
  if (complaint !== undefined) device.expectComplaint(complaint);
  await device.page.goto(path);
  await device.page.getByRole('heading', { name: heading }).waitFor();
  expect(await accessibilityProblems(device.page)).toEqual([]);
  expect(await lengthBelowBody(device.page)).toBe(0);
});

test("the owner's pages", async () => {
  const shop = await openShop(here.app.origin);
  await fillQueue(shop);
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByText('2 customers', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto('/business/settings');
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  await page.getByText('Customers can scan this QR code to join your queue').waitFor();
  await page.getByRole('button', { name: 'Remove 14 Kemang Raya, Jakarta' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('the open settings with what is wrong in them, and the poster', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(shop);
  await openPanel(page);
  const { byWeekday, capacity, timeZone, noShow } = controls(page);
  await saves(page, () => byWeekday.check());
  await saves(page, () => page.getByRole('button', { name: 'Close: Sunday' }).click());
  await page.getByRole('button', { name: 'Set hours: Monday' }).click();
  await type(page.getByLabel('Monday, opens', { exact: true }), '');
  await type(capacity, '0');
  await type(timeZone, 'Mars/Olympus');
  expectComplaint(/^503 PATCH/);
  await page.route(settingCalls, (route) => route.fulfill({ status: 503, json: { error: 'Away.' } }));
  await noShow.click();
  await toast(page, 'Away.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Print poster' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

/** What of the account leads to which banner; each on top of the one before. */
const plans = [
  ["You're on a Free Trial!", { trialDurationDays: 14 }],
  ['Trial Expired', { createdAt: 0 }],
  ['Your trial has expired', { trialDurationDays: 0 }],
  ['Starter plan', { trial: false, trialDurationDays: 14 }],
] as const;

test('each banner of the settings', async () => {
  const owner = await signUpOwner(here.app.origin);
  const viewport = { width: 390, height: 844 };
  const { page } = await here.newDesktop(owner, { viewport });
  for (const [banner, columns] of plans) {
    await here.app.changeAccount(owner.username, columns);
    await page.goto('/business/settings');
    await page.getByRole('region', { name: banner }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  await here.app.changeAccount(owner.username, { baseCustomerCredits: 0, baseSmsCredits: 0 });
  await page.getByRole('textbox', { name: 'Location Address' }).fill('14 Kemang Raya, Jakarta');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'No Credits Available' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("the owner's tools, open one after the other", async () => {
  const shop = await openShop(here.app.origin);
  await setUp(here.app.origin, shop, { undo: true });
  await fillQueue(shop);
  await joinQueue(here.app.origin, shop, {
    waitingPreference: 'wait_anywhere',
    phoneNumber: 'ask at the desk',
  });
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByText('No text can reach this number. Call the name.').waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const states: [name: string, open: () => Promise<void>][] = [
    ["a row's menu", () => button('More for Budi Santoso').click()],
    ["an arriving guest's menu", () => button('More for Łukasz Woźniak').click()],
    ['the tools of the queue', () => button('Queue tools').click()],
    ['the keys', () => page.keyboard.press('?')],
    [
      'a walk-in with errors',
      async () => {
        await button('Add walk-in').click();
        await page.getByRole('radio', { name: 'Wait Anywhere' }).check();
        await button('Add to queue').click();
        await page.getByText('First name is required').waitFor();
      },
    ],
    [
      'nobody found',
      async () => {
        await page.keyboard.press('/');
        await page.keyboard.type('zzz');
        await page.getByText('Nobody in line has this name or number.').waitFor();
      },
    ],
    [
      'joining paused',
      async () => {
        await button('Queue tools').click();
        await button('Pause joining').click();
        await page.getByText('New guests cannot join by themselves.').waitFor();
      },
    ],
    [
      'an undo on offer',
      async () => {
        await button('Admit Budi Santoso').click();
        await button('Undo').waitFor();
      },
    ],
  ];
  const problems: Record<string, string[]> = {};
  for (const [name, open] of states) {
    await open();
    problems[name] = await accessibilityProblems(page);
    await page.keyboard.press('Escape');
  }
  expect(problems).toEqual(Object.fromEntries(states.map(([name]) => [name, []])));
});

test("the owner's page while the account has nothing left and no connection", async () => {
  const shop = await openShop(here.app.origin);
  await fillQueue(shop);
  const { page } = await here.newDesktop(shop, {
    viewport: { width: 390, height: 844 },
  });
  await tellOwner(page, (user) => ({
    ...user,
    trialEndsAt: new Date(0).toISOString(),
    locations: user.locations.map((location) => ({
      ...location,
      queue: location.queue.map((visit) => ({ ...visit, joinedAt: new Date(0).toISOString() })),
    })),
  }));
  await page.goto('/business/dashboard');
  await page.getByText('Trial Expired').waitFor();
  await page.getByText('Reconnecting', { exact: true }).waitFor();
  await page.getByRole('link', { name: '1 arriving' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('no page is wider than a screen of 320 pixels', async () => {
  const shop = await openShop(here.app.origin);
  await fillQueue(shop);
  const { page } = await here.newDesktop(shop, { viewport: { width: 320, height: 640 } });
  const widths: Record<string, number> = {};
  for (const path of [
    '/',
    '/help',
    '/policy',
    '/terms',
    '/demo',
    '/login',
    '/forgot',
    '/reset?token=x',
    '/verify?token=x',
    '/business/dashboard',
    '/business/settings',
    '/queue',
    `/queue/${shop.username}`,
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    widths[path] = await contentWidth(page);
  }
  expect(Object.values(widths)).toEqual(Object.values(widths).map(() => 320));
});

async function fillQueue(shop: Shop): Promise<void> {
  const { origin } = here.app;
  await joinQueue(origin, shop, { firstName: 'Budi', lastName: 'Santoso' });
  await joinQueue(origin, shop, { firstName: 'ليلى', lastName: 'حدّاد' });
  const arriving = await joinQueue(origin, shop, { firstName: 'Łukasz', lastName: 'Woźniak' });
  await admit(origin, shop, arriving.customer);
}

/** How far the page scrolls past its last line, in pixels: by what is there for screen readers alone. */
function lengthBelowBody(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { bottom } = document.body.getBoundingClientRect();
    return document.documentElement.scrollHeight - Math.max(innerHeight, Math.round(bottom + scrollY));
  });
}

function contentWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
