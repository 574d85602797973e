/**
 * Opening hours on the settings page: days that are closed, open all day, or open at certain hours
 * (`docs/decisions/0027-settings-of-a-location.md`).
 */
import { expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { openAllWeek } from '../../../src/client/features/locations/settings/week.ts';
import { button, reloadPage, says, toast } from '../support/pages.tsx';
import { controls, openPanel, saves, sentSettings, type } from '../support/settings-page.ts';
import { openShop } from '../support/shop.ts';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

test('hours by weekday begin open all day; a day is closed, opened and given hours', async () => {
  await openWeek();
  await expect.poll(() => week()).toEqual(days.map((day) => `${day}: Open all day`));
  await saves(() => button('Close: Sunday').click());
  await expect.element(button('Set hours: Sunday')).toHaveFocus();
  await saves(() => button('Close: Monday').click());
  await saves(() => button('Open all day: Monday').click());
  await button('Set hours: Tuesday').click();
  await expect.element(time('Tuesday, opens')).toHaveFocus();
  await saves(() => type(time('Tuesday, opens'), '10:30'));

  await reloadPage();
  await page.getByText('Held for 5 minutes · Opening hours set · No limit').click();
  await expect
    .poll(() => week())
    .toEqual([
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
  await openWeek();
  await button('Set hours: Friday').click();
  await time('Friday, opens').fill('18:00');
  const closes = time('Friday, closes');
  await saves(() => type(closes, '02:00'));
  await expect.element(closes).toHaveAccessibleDescription('until 2:00 AM the next day');
  await closes.fill('23:00');
  await expect.element(closes).toHaveAccessibleDescription('');
});

test('nothing is saved between the two times of an opening', async () => {
  await openWeek();
  const before = sentSettings().length;
  await button('Set hours: Friday').click();
  await time('Friday, opens').fill('18:00');
  time('Friday, closes').element().focus();
  await saves(() => type(time('Friday, closes'), '23:00'));
  expect(sentSettings().slice(before)).toEqual([
    { hours: expect.objectContaining({ friday: [{ opens: '18:00', closes: '23:00' }] }) },
  ]);
});

test('a day is copied to all, which can be undone', async () => {
  await openWeek();
  await button('Set hours: Friday').click();
  await saves(() => leave(time('Friday, opens')));
  await saves(() => button('Copy to all: Friday').click());
  await expect.element(toast('Every day now has the hours of Friday.')).toBeVisible();
  await expect.poll(() => week()).toEqual(days.map((day) => `${day}: 09:00–17:00`));

  await saves(() => button('Undo').click());
  await expect
    .poll(() => week())
    .toEqual(days.map((day) => (day === 'Friday' ? 'Friday: 09:00–17:00' : `${day}: Open all day`)));
});

test('a copied week that was changed since is not offered to be undone', async () => {
  await openWeek();
  await button('Set hours: Friday').click();
  await saves(() => leave(time('Friday, opens')));
  await saves(() => button('Copy to all: Friday').click());
  await expect.element(button('Undo')).toBeVisible();
  await saves(() => type(time('Monday, opens'), '10:00'));
  await expect.element(button('Undo')).not.toBeInTheDocument();
  await expect
    .poll(() => week())
    .toEqual(days.map((day) => (day === 'Monday' ? 'Monday: 10:00–17:00' : `${day}: 09:00–17:00`)));
});

test('a day takes six openings, each where the day still has room, and gives them back', async () => {
  await openWeek();
  await button('Set hours: Monday').click();
  await saves(() => leave(time('Monday, opens')));
  const add = button('Add hours: Monday');
  for (let n = 2; n <= 6; n += 1) {
    await saves(() => add.click());
    await expect.element(time(`Monday, opens, ${n}`)).toHaveFocus();
  }
  expect(week()[0]).toBe('Monday: 09:00–17:00 18:00–21:00 05:00–08:00 01:00–04:00 09:00–17:00 09:00–17:00');
  await says('6 at most');
  expect(add.query()).toBe(null);
  await saves(() => button('Remove 1:00 AM to 4:00 AM on Monday').click());
  await expect.element(add).toHaveFocus();
});

test('the focus stays where a removed opening has left it, however late the page learns that it is saved', async () => {
  const monday = Array.from({ length: 6 }, () => ({ opens: '09:00', closes: '17:00' }));
  openShop({ locations: [{ settings: { hours: { ...openAllWeek, monday } } }] });
  await openPanel();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await button('Remove 9:00 AM to 5:00 PM on Monday').first().click();
  await expect.poll(() => sentSettings().length).toBe(1);
  // No timer of the page runs before this check, so the first render must show the rows.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  await expect.element(button('Add hours: Monday')).toHaveFocus();
  await vi.runOnlyPendingTimersAsync();
  await expect.element(button('Add hours: Monday')).toHaveFocus();
});

test('an hour that is missing is told at its field and saved once it is there', async () => {
  await openWeek();
  await button('Set hours: Monday').click();
  const opens = time('Monday, opens');
  await type(opens, '');
  await expect.element(opens).toHaveAccessibleDescription('Enter both times, or remove them.');
  await expect.element(opens).toBeInvalid();
  await saves(() => type(opens, '07:30'));
  expect(page.getByText('Enter both times, or remove them.').query()).toBe(null);
});

test('the whole day typed by hand keeps its fields and the focus', async () => {
  await openWeek();
  await button('Set hours: Monday').click();
  await time('Monday, opens').fill('00:00');
  const closes = time('Monday, closes');
  await closes.fill('00:00');
  await expect.element(closes).toHaveAccessibleDescription('Open all day');
  await userEvent.keyboard('{Enter}');
  await expect.element(closes).toHaveFocus();
});

test('who goes back to always open finds the week again', async () => {
  await openWeek();
  await saves(() => button('Close: Sunday').click());
  await saves(() => controls().always.click());
  await expect.poll(() => week()).toEqual([]);
  await saves(() => controls().byWeekday.click());
  await expect.poll(() => week().at(-1)).toBe('Sunday: Closed');
});

/** Opens the settings of a new location, and gives it hours by weekday. */
async function openWeek(): Promise<void> {
  openShop();
  await openPanel();
  await saves(() => controls().byWeekday.click());
}

function time(name: string): Locator {
  return page.getByLabelText(name, { exact: true });
}

async function leave(field: Locator): Promise<void> {
  field.element().blur();
}

/** Each day as one line, with its times in the browser's format. */
function week(): string[] {
  return [...document.querySelectorAll('li[data-kind]')].map((row) => {
    const [name, whole] = [...row.querySelectorAll(':scope > p')].map((words) => words.textContent);
    const times = [...row.querySelectorAll('input')].map(({ value }) => value);
    const pairs = times.flatMap((opens, index) => (index % 2 === 0 ? [`${opens}–${times[index + 1]}`] : []));
    return `${name}: ${whole ?? pairs.join(' ')}`;
  });
}
