/** A location's settings, each saved by itself (`docs/spec.md` 10.5, 10.10 and 10.13). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { controls, descriptionOf, openPanel, saves, settingCalls, type } from '../support/settings-page.ts';
import { holdCalls } from '../support/steps.ts';

const here = journey();

test('each setting saves by itself, says so, and stands there after a reload', async () => {
  const { page } = await openSettings();
  const { capacity, hold, timeZone, noShow, pause, undo } = controls(page);
  await saves(page, () => pause.check());
  await page.getByText('Joining paused', { exact: true }).waitFor();
  await saves(page, () => capacity.fill('12').then(() => capacity.press('Enter')));
  await saves(page, () => hold.selectOption('10 minutes'));
  await saves(page, () => noShow.check());
  await saves(page, () => undo.check());
  await saves(page, () => type(timeZone, 'new york'));
  expect(await page.getByText('Saved', { exact: true }).count()).toBe(6);

  await page.reload();
  await page.getByText('Held for 10 minutes · Always open · 12 parties at most').click();
  expect({
    paused: await pause.isChecked(),
    capacity: await capacity.inputValue(),
    hold: await hold.inputValue(),
    noShow: await noShow.isChecked(),
    undo: await undo.isChecked(),
    timeZone: await timeZone.inputValue(),
  }).toEqual({
    paused: true,
    capacity: '12',
    hold: '600000',
    noShow: true,
    undo: true,
    timeZone: 'America/New_York',
  });
  await saves(page, () => capacity.fill('').then(() => capacity.press('Enter')));
  await page.getByText('Held for 10 minutes · Always open · No limit').waitFor();
});

test('the hold can be set to each whole minute from 1 to 30', async () => {
  const { page } = await openSettings();
  const lengths = await controls(page).hold.getByRole('option').allInnerTexts();
  expect(lengths).toEqual(['1 minute', ...Array.from({ length: 29 }, (_, index) => `${index + 2} minutes`)]);
});

test('undo says what it costs', async () => {
  const { page } = await openSettings();
  expect(await descriptionOf(controls(page).undo)).toBe(
    'The last Admit or Remove can be taken back for 10 seconds. Texts leave 10 seconds later.',
  );
});

test('the panel is worked by the keyboard alone', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/settings');
  await page.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await saves(page, () => page.keyboard.press('Space'));
  const { pause, keep, noShow } = controls(page);
  expect(await pause.isChecked()).toBe(true);
  await keep.focus();
  await saves(page, () => page.keyboard.press('ArrowDown'));
  expect([await keep.isChecked(), await noShow.isChecked()]).toEqual([false, true]);
});

const failures = [
  { how: 'refused', complaint: /^503 PATCH/, reason: 'The server says why.' },
  { how: 'unanswered', complaint: /^net::ERR_CONNECTION_FAILED PATCH/, reason: 'Please try again.' },
];
test.for(failures)(
  'a save that is $how goes back to what the server has and says what was not saved, and why',
  async ({ how, complaint, reason }) => {
    const { page, expectComplaint } = await openSettings();
    expectComplaint(complaint);
    await page.route(settingCalls, (route) =>
      how === 'refused'
        ? route.fulfill({ status: 503, json: { error: reason, code: 'try_again' } })
        : route.abort('connectionfailed'),
    );
    const { panel, capacity, hold, keep, noShow, pause, undo, byWeekday, always } = controls(page);
    await noShow.click();
    await toast(page, 'If nobody says whether the guest came: not saved').waitFor();
    await toast(page, reason).waitFor();
    await panel.getByText(reason, { exact: true }).waitFor();
    expect([await keep.isChecked(), await noShow.isChecked()]).toEqual([true, false]);

    await pause.click();
    await toast(page, 'Pause joining: not saved').waitFor();
    expect(await pause.isChecked()).toBe(false);
    await undo.click();
    await toast(page, 'Offer undo: not saved').waitFor();
    expect(await undo.isChecked()).toBe(false);
    await hold.selectOption('10 minutes');
    await toast(page, 'Hold length: not saved').waitFor();
    expect(await hold.inputValue()).toBe('300000');
    await byWeekday.click();
    await toast(page, 'When guests can join: not saved').waitFor();
    expect([await always.isChecked(), await byWeekday.isChecked()]).toEqual([true, false]);
    await capacity.fill('3');
    await capacity.press('Enter');
    await toast(page, 'Most parties that may wait: not saved').waitFor();
    expect(await capacity.inputValue()).toBe('');
    expect(await descriptionOf(capacity)).toBe(`Leave it empty for no limit. ${reason}`);

    await page.unroute(settingCalls);
    await saves(page, () => noShow.check());
    expect(await toast(page, 'Most parties that may wait: not saved').count()).toBe(0);
    expect(await panel.getByText(reason, { exact: true }).count()).toBe(5);
  },
);

test('what the server finds wrong with a field is said at the field', async () => {
  const { page, expectComplaint } = await openSettings();
  expectComplaint(/^400 PATCH/);
  const fieldErrors = { timezone: ['That time zone is not known here.'] };
  await page.route(settingCalls, (route) =>
    route.fulfill({
      status: 400,
      json: { error: 'Please check.', code: 'invalid_input', issues: { fieldErrors } },
    }),
  );
  const { timeZone } = controls(page);
  await timeZone.fill('Asia/Tokyo');
  await timeZone.press('Enter');
  await toast(page, 'That time zone is not known here.').waitFor();
  expect(await descriptionOf(timeZone)).toContain('That time zone is not known here.');
  expect(await timeZone.inputValue()).toBe('Asia/Jakarta');
});

test('what can be no number and no time zone is told at its field, stays there and is not sent', async () => {
  const { page } = await openSettings();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  const { capacity, timeZone } = controls(page);
  for (const typed of ['0', '10001', '1.5', '-1', '1e3', 'ten', '<b>9</b>', '9'.repeat(400)]) {
    await type(capacity, typed);
    expect(await descriptionOf(capacity)).toContain(
      'Enter a whole number from 1 to 10,000, or leave it empty.',
    );
    expect(await capacity.inputValue()).toBe(typed);
  }
  for (const typed of ['', 'Mars/Olympus', '+07:00', "'; drop table locations; --"]) {
    await type(timeZone, typed);
    expect(await descriptionOf(timeZone)).toContain(
      'Choose a time zone from the list, for example Asia/Jakarta.',
    );
  }
  await capacity.fill('7');
  expect(await descriptionOf(capacity)).toBe('Leave it empty for no limit.');
  expect(sent).toEqual([]);
});

test('two quick changes are saved in their order, and the last one stands', async () => {
  const { page } = await openSettings();
  const { hold } = controls(page);
  const held = await holdCalls(page, settingCalls);
  await hold.selectOption('10 minutes');
  await hold.selectOption('20 minutes');
  await page.getByText('Saving…').waitFor();
  expect(await hold.inputValue()).toBe('1200000');
  held.release();
  await page.getByText('Held for 20 minutes · Always open · No limit').waitFor();
  await page.reload();
  await page.getByText('Held for 20 minutes · Always open · No limit').waitFor();
});

test('what one tab saves the other shows when it is looked at, and neither undoes the other', async () => {
  const shop = await openShop(here.app.origin);
  const { page: one } = await openSettings(shop);
  const { page: other } = await openSettings(shop);
  await saves(one, () => controls(one).hold.selectOption('10 minutes'));
  await saves(other, () =>
    controls(other)
      .capacity.fill('8')
      .then(() => controls(other).capacity.press('Enter')),
  );
  // An answer of less than a second ago is not asked for again.
  await expect
    .poll(async () => {
      await lookAt(one);
      return one.locator('summary').innerText();
    })
    .toContain('Held for 10 minutes · Always open · 8 parties at most');
  expect(await controls(one).capacity.inputValue()).toBe('8');
  expect(await controls(other).hold.inputValue()).toBe('600000');
});

test('a location that another tab removed goes from the page with the next save, which says so', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await openSettings(shop);
  expectComplaint(/^404 PATCH/);
  await fetch(`${here.app.origin}/auth/locations/${shop.location.id}`, {
    method: 'DELETE',
    headers: { cookie: shop.cookie },
  });
  await controls(page).pause.click();
  await toast(page, 'Pause joining: not saved').waitFor();
  await toast(page, 'We could not find that.').waitFor();
  await page.getByText('No locations added yet.', { exact: true }).waitFor();
});

test('a time zone that this browser does not know breaks nothing and can be changed', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await page.route('**/auth/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ body: (await answer.text()).replace('Asia/Jakarta', 'Antarctica/New_Base') });
  });
  await openPanel(page);
  const { timeZone } = controls(page);
  expect(await timeZone.inputValue()).toBe('Antarctica/New_Base');
  await page.getByText('This browser does not know the time there.').waitFor();
  await saves(page, () => timeZone.fill('Asia/Tokyo').then(() => timeZone.press('Enter')));
  await page.getByText(/^It is \d+:\d\d [AP]M there now\.$/).waitFor();
});

test.for([195, 320, 390, 820, 1440])(
  'the open settings fit %i pixels, and whatever is pressed there is 44 pixels large',
  async (width) => {
    const { page } = await openSettings(undefined, { viewport: { width, height: 800 } });
    await saves(page, () => controls(page).byWeekday.check());
    await page.getByRole('button', { name: 'Set hours: Monday' }).click();
    await page.getByRole('button', { name: 'Generate QR Code' }).click();
    await page.getByRole('button', { name: 'Download SVG' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await smallTargets(page)).toEqual([]);
  },
);

/** The settings of a shop with its only location's panel open. */
async function openSettings(shop?: Shop, options?: Parameters<typeof here.newDesktop>[1]) {
  const device = await here.newDesktop(shop ?? (await openShop(here.app.origin)), options);
  await openPanel(device.page);
  return device;
}

/** What a browser tells a tab that comes to the front. */
async function lookAt(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

/** Name and size in px of each control that is smaller. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button, input, select, summary')]
      .filter((control) => control.checkVisibility())
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ control, box }) => `${control.outerHTML} ${box.width} x ${box.height}`),
  );
}
