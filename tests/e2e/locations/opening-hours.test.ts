/** Opening hours on the settings page: days closed, open all day or with hours (`docs/decisions/0027-settings-of-a-location.md`). */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { controls, descriptionOf, hasFocus, openPanel, saves, type } from '../support/settings-page.ts';

const here = journey();
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

test('hours by weekday begin open all day; a day is closed, opened and given hours', async () => {
  const { page } = await openWeek();
  expect(await week(page)).toEqual(days.map((day) => `${day}: Open all day`));
  await saves(page, () => button(page, 'Close: Sunday').click());
  expect(await hasFocus(button(page, 'Set hours: Sunday'))).toBe(true);
  await saves(page, () => button(page, 'Close: Monday').click());
  await saves(page, () => button(page, 'Open all day: Monday').click());
  await button(page, 'Set hours: Tuesday').click();
  expect(await hasFocus(time(page, 'Tuesday, opens'))).toBe(true);
  await saves(page, () => type(time(page, 'Tuesday, opens'), '10:30'));

  await page.reload();
  await page.getByText('Held for 5 minutes · Opening hours set · No limit').click();
  expect(await week(page)).toEqual([
    'Monday: Open all day',
    'Tuesday: 10:30–17:00',
    'Wednesday: Open all day',
    'Thursday: Open all day',
    'Friday: Open all day',
    'Saturday: Open all day',
    'Sunday: Closed',
  ]);
});

test('hours that cross midnight say so in words', async () => {
  const { page } = await openWeek();
  await button(page, 'Set hours: Friday').click();
  await time(page, 'Friday, opens').fill('18:00');
  const closes = time(page, 'Friday, closes');
  await saves(page, () => type(closes, '02:00'));
  expect(await descriptionOf(closes)).toBe('until 2:00 AM the next day');
  await closes.fill('23:00');
  expect(await descriptionOf(closes)).toBe('');
});

test('nothing is saved between the two times of an opening', async () => {
  const { page } = await openWeek();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postData() ?? '');
  });
  await button(page, 'Set hours: Friday').click();
  await time(page, 'Friday, opens').fill('18:00');
  await time(page, 'Friday, closes').focus();
  await saves(page, () => type(time(page, 'Friday, closes'), '23:00'));
  expect(sent).toEqual([expect.stringContaining('"friday":[{"opens":"18:00","closes":"23:00"}]')]);
});

test('a day is copied to all, which can be undone', async () => {
  const { page } = await openWeek();
  await button(page, 'Set hours: Friday').click();
  await saves(page, () => time(page, 'Friday, opens').blur());
  await saves(page, () => button(page, 'Copy to all: Friday').click());
  await toast(page, 'Every day now has the hours of Friday.').waitFor();
  expect(await week(page)).toEqual(days.map((day) => `${day}: 09:00–17:00`));

  await saves(page, () => button(page, 'Undo').click());
  expect(await week(page)).toEqual(
    days.map((day) => (day === 'Friday' ? 'Friday: 09:00–17:00' : `${day}: Open all day`)),
  );
});

test('a copied week that was changed since is not offered to be undone', async () => {
  const { page } = await openWeek();
  await button(page, 'Set hours: Friday').click();
  await saves(page, () => time(page, 'Friday, opens').blur());
  await saves(page, () => button(page, 'Copy to all: Friday').click());
  await button(page, 'Undo').waitFor();
  await saves(page, () => type(time(page, 'Monday, opens'), '10:00'));
  expect(await button(page, 'Undo').count()).toBe(0);
  expect(await week(page)).toEqual(
    days.map((day) => (day === 'Monday' ? 'Monday: 10:00–17:00' : `${day}: 09:00–17:00`)),
  );
});

test('a day takes six openings, each where the day still has room, and gives them back', async () => {
  const { page } = await openWeek();
  await button(page, 'Set hours: Monday').click();
  await saves(page, () => time(page, 'Monday, opens').blur());
  const add = button(page, 'Add hours: Monday');
  for (let n = 2; n <= 6; n += 1) {
    await saves(page, () => add.click());
    expect(await hasFocus(time(page, `Monday, opens, ${n}`))).toBe(true);
  }
  expect((await week(page))[0]).toBe(
    'Monday: 09:00–17:00 18:00–21:00 05:00–08:00 01:00–04:00 09:00–17:00 09:00–17:00',
  );
  await page.getByText('6 at most', { exact: true }).waitFor();
  expect(await add.count()).toBe(0);
  await saves(page, () => button(page, 'Remove 1:00 AM to 4:00 AM on Monday').click());
  expect(await hasFocus(add)).toBe(true);
});

test('an hour that is missing is told at its field and saved once it is there', async () => {
  const { page } = await openWeek();
  await button(page, 'Set hours: Monday').click();
  const opens = time(page, 'Monday, opens');
  await type(opens, '');
  expect(await descriptionOf(opens)).toBe('Enter both times, or remove them.');
  expect(await opens.getAttribute('aria-invalid')).toBe('true');
  await saves(page, () => type(opens, '07:30'));
  expect(await page.getByText('Enter both times, or remove them.').count()).toBe(0);
});

test('the whole day typed by hand keeps its fields and the focus', async () => {
  const { page } = await openWeek();
  await button(page, 'Set hours: Monday').click();
  await time(page, 'Monday, opens').fill('00:00');
  const closes = time(page, 'Monday, closes');
  await closes.fill('00:00');
  expect(await descriptionOf(closes)).toBe('Open all day');
  await closes.press('Enter');
  expect(await hasFocus(closes)).toBe(true);
});

test('who goes back to always open finds the week again', async () => {
  const { page } = await openWeek();
  await saves(page, () => button(page, 'Close: Sunday').click());
  await saves(page, () => controls(page).always.check());
  expect(await week(page)).toEqual([]);
  await saves(page, () => controls(page).byWeekday.check());
  expect((await week(page)).at(-1)).toBe('Sunday: Closed');
});

/** The settings of a new location, which has just been given hours by weekday. */
async function openWeek() {
  const device = await here.newDesktop(await openShop(here.app.origin));
  await openPanel(device.page);
  await saves(device.page, () => controls(device.page).byWeekday.check());
  return device;
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

function time(page: Page, name: string): Locator {
  return page.getByLabel(name, { exact: true });
}

/** Each day in a line, with its times as the browser holds them. */
function week(page: Page): Promise<string[]> {
  return page.locator('li[data-kind]').evaluateAll((rows) =>
    rows.map((row) => {
      const [name, whole] = [...row.querySelectorAll(':scope > p')].map((words) => words.textContent);
      const times = [...row.querySelectorAll('input')].map(({ value }) => value);
      const pairs = times.flatMap((opens, index) =>
        index % 2 === 0 ? [`${opens}–${times[index + 1]}`] : [],
      );
      return `${name}: ${whole ?? pairs.join(' ')}`;
    }),
  );
}
