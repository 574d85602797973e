/** The pages with a form, rendered by the server and then taken over by the app without a visible change. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isSamePage, journey, markPage, toast, type Device } from '../support/harness.ts';
import { takenOver } from '../support/steps.ts';

const here = journey();

/** Delays the app's scripts. Returns the function that lets them load. */
async function holdApp({ page }: Device): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(index|react|libraries|site)-[\w-]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('each form is there before its app, and nothing moves when that comes', async () => {
  for (const path of ['/login', '/signup', '/forgot', '/feedback', '/sales']) {
    const device = await here.newPhone();
    const { page } = device;
    const letAppCome = await holdApp(device);
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('textbox').first().waitFor();
    const before = await places(page);
    expect(before.length, path).toBeGreaterThan(5);
    const menu = page.getByRole('button', { name: 'Menu' });
    await expect.poll(() => pressUntil(menu, '[aria-expanded=true]')).toBe(true);
    letAppCome();
    await takenOver(page);
    expect(await menu.getAttribute('aria-expanded'), path).toBe('true');
    await menu.click();
    expect(await menu.getAttribute('aria-expanded'), path).toBe('false');
    expect(await places(page), path).toEqual(before);
    expect(await page.evaluate(() => scrollY), path).toBe(0);
  }
});

/** The position and id of each element, read after the fonts have loaded. */
async function places(page: Page): Promise<string[]> {
  await page.evaluate(async () => void (await document.fonts.ready));
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, label, input, select, textarea, main button, main a, footer')].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, element.id, element.getAttribute('for'), x, y, width, height].join(' ');
      },
    ),
  );
}

/** The button that submits the form with the password. The button's words change while the page waits for the app. */
function submitButton(page: Page): Locator {
  return page.locator('form', { has: page.getByLabel('Password') }).locator('[type=submit]');
}

/** Whether the button matches the selector. If not, presses the button and checks once more. */
async function pressUntil(button: Locator, selector: string): Promise<boolean> {
  const isSo = () => button.evaluate((element, wanted) => element.matches(wanted), selector);
  if (!(await isSo())) await button.press('Enter');
  return isSo();
}

test('a log-in that is typed and sent before the app has come is sent when it comes, at the third time of asking', async () => {
  const { page, expectComplaint } = await here.newPhone();
  const asked: string[] = [];
  const { promise, resolve: letAppCome } = Promise.withResolvers<void>();
  await page.route(/\/assets\/react-[\w-]+\.js$/, async (route) => {
    asked.push(route.request().url());
    if (asked.length > 2) await promise;
    // The first two requests fail: the preload, and the import after the preload.
    return asked.length <= 2 ? route.abort('timedout') : route.continue();
  });
  expectComplaint(/^net::ERR_TIMED_OUT GET \/assets\/react-/);
  await page.goto('/login', { waitUntil: 'commit' });
  const name = page.getByRole('textbox', { name: 'Email or Username' });
  await name.fill('nobody-at-all');
  await markPage(page);
  await page.getByLabel('Password').fill('a wrong password');
  const send = submitButton(page);
  await expect.poll(() => pressUntil(send, '[data-held] *')).toBe(true);
  expect(await heldAs(send)).toEqual(['Signing in...', 'true']);
  expect(page.url()).toBe(`${here.app.origin}/login`);
  expectComplaint(/^401 POST \/auth\/login$/);
  letAppCome();
  await toast(page, 'Login failed').waitFor();
  expect(await name.inputValue()).toBe('nobody-at-all');
  expect(await page.locator('form[data-held]').count()).toBe(0);
  await expect.poll(() => heldAs(send)).toEqual(['Sign In', null]);
  expect([await isSamePage(page), await page.locator('[data-unloaded]').isVisible()]).toEqual([true, false]);
});

/** The text and the `aria-disabled` of the button. */
async function heldAs(button: Locator): Promise<(string | null)[]> {
  return [await button.textContent(), await button.getAttribute('aria-disabled')];
}

test('a language that is pressed before the app has come keeps the token of a log-in link', async () => {
  const device = await here.newPhone();
  const { page } = device;
  const letAppCome = await holdApp(device);
  await page.goto('/login?token=mailed', { waitUntil: 'commit' });
  const loaded = page.waitForRequest(/\/login\?lang=es/);
  await page.getByRole('link', { name: 'Español' }).click();
  expect(new URL((await loaded).url()).search).toBe('?lang=es&token=mailed');
  letAppCome();
  await page.locator('html[lang=es]').waitFor();
});

test('a part that is of another release loads the page anew, once; then the form says that it cannot be sent', async () => {
  const { page, expectComplaint } = await here.newPhone();
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await page.route(/\/assets\/react-[\w-]+\.js$/, (route) => route.fulfill({ status: 404 }));
  expectComplaint(/^404 GET \/assets\/react-/);
  expectComplaint(/^uncaught: /);
  await page.clock.install();
  await page.goto('/login');
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return loads;
    })
    .toBe(2);
  const send = submitButton(page);
  await expect.poll(() => pressUntil(send, '[data-held] *')).toBe(true);
  const sentence = page.getByText('A part of this form could not be loaded. Please load the page again.');
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return sentence.isVisible();
    })
    .toBe(true);
  await send.click();
  expect([loads, await page.locator('[data-held]').count(), page.url()]).toEqual([
    2,
    0,
    `${here.app.origin}/login`,
  ]);
});

test('what was typed, ticked and looked at before the app has come is as it was', async () => {
  const device = await here.newPhone();
  const { page } = device;
  await page.goto('/feedback');
  await takenOver(page);
  // Stores a draft on a page that is opened before the tested page. Newly typed text must replace this draft.
  await page.getByRole('textbox', { name: 'Message' }).fill('An older thought');
  await page.getByRole('textbox', { name: 'Subject' }).fill('The older bell');
  const letAppCome = await holdApp(device);
  await page.goto('/feedback', { waitUntil: 'commit' });
  const message = page.getByRole('textbox', { name: 'Message' });
  await page.getByRole('radio', { name: 'Feature' }).check();
  await page.getByRole('checkbox').check();
  await message.fill('It rings twice.');
  await message.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(3, 3));
  await page.evaluate(() => scrollTo(0, 300));
  letAppCome();
  await page.getByText('15/1200 characters').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(300);
  expect(await page.getByRole('radio', { name: 'Feature' }).isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('radio', { name: 'Medium' }).count()).toBe(0);
  expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('The older bell');
  // The new text is also stored in the draft, so that it is not lost if the app cannot open the page.
  await expect
    .poll(() => page.evaluate(() => Object.values(sessionStorage).join()))
    .toContain('"It rings twice."');
  expect(await message.inputValue()).toBe('It rings twice.');
  await page.keyboard.type(' (bell)');
  expect(await message.inputValue()).toBe('It  (bell)rings twice.');
  const send = page.getByRole('button', { name: 'Send Feedback' });
  expect(await send.isEnabled()).toBe(true);
  // The server and the app have generated the same ids, so each field refers to its error.
  await send.click();
  const field = page.getByRole('textbox', { name: 'Your Name' });
  await page.getByText('Your name is required').waitFor();
  expect(await field.getAttribute('aria-describedby')).toBe(`${await field.getAttribute('id')}-error`);
});
