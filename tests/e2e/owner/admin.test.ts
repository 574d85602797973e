/** The admin's page (`docs/spec.md` sections 2, 5 and 8, 10.24), and that it can be absent. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { joinQueue, openShop, signUpOwner } from '../support/factories.ts';
import { accessibilityProblems, journey, toast, type Device } from '../support/harness.ts';

const here = journey();
/** The answer to the check without a log-in: no error, though a browser's console says so. */
const locked = /^401 GET \/admin\/me$/;

test('an admin logs in, finds a business and changes its credits; its owner sees it at once', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop);
  const owner = await here.newDesktop(shop);
  await owner.page.goto('/business/dashboard');
  await owner.page.getByText('Customer Credits: 299', { exact: true }).waitFor();

  const device = await here.newDesktop();
  const { page } = device;
  device.expectComplaint(/^401 POST \/admin\/login$/);
  await openLocked(device);
  await page.getByRole('button', { name: 'Log In' }).click();
  await toast(page, 'Please fill in all fields').waitFor();
  expect(await focusedName(page)).toBe('username');
  await page.getByRole('textbox', { name: 'Username' }).fill('admin');
  await page.getByRole('textbox', { name: 'Password' }).fill('lantern-at-the-gate');
  await page.keyboard.press('Enter');
  await toast(page, 'Invalid credentials').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill('lantern-at-the-door');
  await page.keyboard.press('Enter');
  await toast(page, 'Admin access granted').waitFor();
  await page.getByRole('heading', { name: 'Update credits' }).waitFor();
  // Where the form was the focus is on the new page's title.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Admin');

  await page.getByRole('button', { name: 'Update Credits', exact: true }).click();
  await toast(page, 'Please fill in all fields').waitFor();
  await search(page, 'nobody-at-all', device);
  await page.getByText('That business username does not exist').waitFor();
  await search(page, ` @${shop.username.toUpperCase()} `);
  await page.getByRole('heading', { name: 'Blue Door Café' }).waitFor();
  await page.getByText('1 customer in queue').waitFor();
  await page.getByText('Customer Credits: 299', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Change credits' }).click();
  expect(await focusedName(page)).toBe('baseCustomerCredits');
  const customers = page.getByRole('textbox', { name: 'Base Customer Credits' });
  for (const wrong of ['-1', '1e3']) {
    await customers.fill(wrong);
    await page.keyboard.press('Enter');
    await page.getByText('Enter a whole number from 0 to 1,000,000').waitFor();
    expect(await customers.getAttribute('aria-invalid')).toBe('true');
    await customers.fill('7');
    expect(await customers.getAttribute('aria-invalid')).toBeNull();
  }
  await customers.fill('500');
  await page.keyboard.press('Enter');
  await toast(page, 'Business credits updated successfully').waitFor();
  await page.getByText('Customer Credits: 500', { exact: true }).waitFor();
  await owner.page.getByText('Customer Credits: 500', { exact: true }).waitFor();

  const log = page.getByRole('list', { name: 'Audit log' });
  const first = log.getByRole('listitem').first();
  await first.getByText(`@${shop.username}`).waitFor();
  await first.getByText('from 300 to 500', { exact: true }).waitFor();
  await first.getByText('1 location set').click();
  await first.getByText('customers 299 → 500, SMS 300 → 300').waitFor();
  expect(await storedInBrowser(page)).toEqual([]);
});

test('the log-out locks the page for good, and so does a log-in that has ended meanwhile', async () => {
  const device = await here.newDesktop();
  const { page } = device;
  device.expectComplaint(/^401 POST \/admin\/update-credits$/);
  await logIn(device);
  await page.reload();
  await page.getByRole('heading', { name: 'Update credits' }).waitFor();

  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'Admin log-in' }).waitFor();
  await page.goto('/login');
  await page.goBack();
  await page.getByRole('heading', { name: 'Admin log-in' }).waitFor();

  await logInHere(page);
  await page.context().clearCookies();
  await fillCredits(page, 'somebody');
  await toast(page, 'Please sign in to continue.').waitFor();
  await page.getByRole('heading', { name: 'Admin log-in' }).waitFor();
});

test('what goes wrong with an update is said in the words of the answer, or in our own', async () => {
  const device = await here.newDesktop();
  const { page } = device;
  device.expectComplaint(/^404 POST \/admin\/update-credits$/);
  device.expectComplaint(/^502 POST \/admin\/update-credits$/);
  device.expectComplaint(/^net::ERR_FAILED POST \/admin\/update-credits$/);
  await logIn(device);
  await fillCredits(page, 'nobody-at-all');
  await toast(page, 'That business username does not exist').waitFor();

  const path = '**/admin/update-credits';
  const html = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
  await page.route(path, (route) => route.fulfill(html));
  await page.getByRole('button', { name: 'Update Credits', exact: true }).click();
  await toast(page, 'Failed to update credits').waitFor();
  await page.unroute(path);
  await page.route(path, (route) => route.abort('failed'));
  await page.getByRole('button', { name: 'Update Credits', exact: true }).click();
  await toast(page, 'Network error occurred').waitFor();
});

test('messages of the forms are shown as they were typed, older ones on demand', async () => {
  for (let n = 1; n <= 21; n += 1) await keepFeedback(`Number ${n}`);
  await keepFeedback('<img src=x onerror="document.title=1">', 'high');
  await keepInquiry();
  const device = await here.newDesktop();
  const { page } = device;
  await logIn(device);
  const feedback = page.getByRole('list', { name: 'Feedback' });
  await feedback.getByRole('heading', { name: '<img src=x onerror="document.title=1">' }).waitFor();
  await feedback.getByText('High severity').waitFor();
  expect(await feedback.getByRole('listitem').count()).toBe(20);
  await page.getByRole('button', { name: 'Show older' }).click();
  await feedback.getByRole('heading', { name: 'Number 1', exact: true }).waitFor();
  expect(await feedback.getByRole('listitem').count()).toBe(22);
  const sales = page.getByRole('list', { name: 'Sales inquiries' });
  await sales.getByText('12 locations').waitFor();
  expect(await sales.getByRole('link').getAttribute('href')).toBe('mailto:grace%40kopi.example');
  expect(await page.title()).toBe('Admin · Holdline');
});

test('a list that cannot be loaded says so and can be asked for again', async () => {
  const device = await here.newDesktop();
  const { page } = device;
  device.expectComplaint(/^503 GET \/admin\/feedback$/);
  const path = '**/admin/feedback';
  await page.route(path, (route) => route.fulfill({ status: 503, body: '' }));
  await logIn(device);
  await page.getByText('This list could not be loaded.').waitFor();
  await page.unroute(path);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('This list could not be loaded.').waitFor({ state: 'detached' });
});

test('axe finds nothing on the locked and the open page', async () => {
  const shop = await openShop(here.app.origin);
  await keepFeedback('A word', 'high');
  await keepInquiry();
  const device = await here.newPhone();
  const { page } = device;
  await openLocked(device);
  expect(await accessibilityProblems(page)).toEqual([]);
  await logInHere(page);
  await fillCredits(page, shop.username);
  await toast(page, 'Business credits updated successfully').waitFor();
  await search(page, shop.username);
  await page.getByRole('heading', { name: 'Blue Door Café' }).waitFor();
  await page.getByText('1 location set').first().click();
  await page.getByRole('list', { name: 'Sales inquiries' }).waitFor();
  await page.getByRole('textbox', { name: 'Base SMS Credits' }).fill('-1');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a whole number from 0 to 1,000,000').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.for([320, 390, 820, 1440])('nothing is wider than a screen of %i pixels', async (width) => {
  const shop = await openShop(here.app.origin);
  await keepFeedback('W'.repeat(120));
  await keepInquiry();
  const device = await here.newDesktop(undefined, { viewport: { width, height: 800 } });
  const { page } = device;
  await openLocked(device);
  expect(await contentWidth(page)).toBe(width);
  await logInHere(page);
  await fillCredits(page, shop.username);
  await toast(page, 'Business credits updated successfully').waitFor();
  await search(page, shop.username);
  await page.getByRole('heading', { name: 'Blue Door Café' }).waitFor();
  await page
    .getByRole('heading', { name: 'W'.repeat(120) })
    .first()
    .waitFor();
  expect(await contentWidth(page)).toBe(width);
});

test('without a configured admin the page is the 404 page, and its script is not even loaded', async () => {
  const app = await startApp({ ADMIN_USERNAME: '', ADMIN_PASSWORD_HASH: '' });
  onTestFinished(() => app.stop());
  const { page, expectComplaint } = await here.newDesktop(undefined, { baseURL: app.origin });
  expectComplaint(/^404 GET \/admin$/);
  const scripts: string[] = [];
  page.on('request', (request) => void scripts.push(new URL(request.url()).pathname));
  const answer = await page.goto('/admin');
  await page.getByRole('heading', { name: '404 - Page Not Found' }).waitFor();
  expect(answer?.status()).toBe(404);
  expect(scripts.filter((path) => path.includes('admin'))).toEqual(['/admin']);
});

test('no page leads to the admin area', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newDesktop(owner);
  for (const path of ['/login', '/business/dashboard', '/business/settings', '/queue']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await page.locator('a[href*="admin"]').count()]).toEqual([path, 0]);
  }
});

async function openLocked({ page, expectComplaint }: Device): Promise<void> {
  expectComplaint(locked);
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Admin log-in' }).waitFor();
}

async function logIn(device: Device): Promise<void> {
  await openLocked(device);
  await logInHere(device.page);
}

async function logInHere(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill('admin');
  await page.getByRole('textbox', { name: 'Password' }).fill('lantern-at-the-door');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('heading', { name: 'Update credits' }).waitFor();
}

async function search(page: Page, username: string, unknown?: Device): Promise<void> {
  unknown?.expectComplaint(/^404 GET \/admin\/businesses\//);
  await page.getByRole('searchbox', { name: 'Business username' }).fill(username);
  await page.keyboard.press('Enter');
}

async function fillCredits(page: Page, username: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username', exact: true }).fill(username);
  await page.getByRole('textbox', { name: 'Base Customer Credits' }).fill('500');
  await page.getByRole('textbox', { name: 'Base SMS Credits' }).fill('400');
  await page.getByRole('button', { name: 'Update Credits', exact: true }).click();
}

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('name'));
}

function contentWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** Names of everything that scripts can read of what the browser keeps. */
function storedInBrowser(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage).filter((key) => key !== 'react-router-scroll-positions'),
    ...document.cookie.split(';').filter((cookie) => cookie !== ''),
  ]);
}

function keepFeedback(subject: string, severity: 'low' | 'high' = 'low'): Promise<void> {
  return here.app.keepFeedback({
    sentAt: Date.now(),
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    businessName: '',
    phone: '',
    feedbackType: 'bug',
    severity,
    subject,
    message: 'It rings twice.',
  });
}

function keepInquiry(): Promise<void> {
  return here.app.keepSalesInquiry({
    sentAt: Date.now(),
    businessName: 'Kopi Kita',
    businessWebsite: 'https://kopi.example',
    contactName: 'Grace Hopper',
    workEmail: 'grace@kopi.example',
    phone: '',
    locations: 12,
    smsPerMonth: null,
    customersPerDay: 400,
    useCase: 'restaurant',
    budget: 'mid',
    subject: 'Custom Plan Inquiry',
    message: 'We open in twelve towns.',
  });
}
