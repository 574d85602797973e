/** A location's settings, each of which is saved separately (`docs/spec.md` 10.5, 10.10 and 10.13). */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { stopIntervals } from '../support/clock.ts';
import { fieldRefusal, theServer } from '../support/fake-server.ts';
import { pageWidth, smallTargets } from '../support/look.ts';
import { button, openPage, reloadPage, says, toast } from '../support/pages.tsx';
import {
  controls,
  openPanel,
  saves,
  sentSettings,
  settingCall,
  summary,
  type,
} from '../support/settings-page.ts';
import { openShop } from '../support/shop.ts';

test('each setting saves by itself, says so, and stands there after a reload', async () => {
  const { queue } = openShop();
  await openPanel();
  const { capacity, hold, timeZone, noShow, pause, undo } = controls();
  await saves(() => pause.click());
  await says('Joining paused');
  await capacity.fill('12');
  await saves(() => userEvent.keyboard('{Enter}'));
  await saves(() => hold.selectOptions('10 minutes'));
  await saves(() => noShow.click());
  await saves(() => undo.click());
  await saves(() => type(timeZone, 'new york'));
  expect(page.getByText('Saved', { exact: true }).elements()).toHaveLength(6);
  await expect
    .poll(() => sentSettings())
    .toEqual([
      { paused: true },
      { capacity: 12 },
      { holdMs: 600_000 },
      { afterHold: 'no_show' },
      { undo: true },
      { timezone: 'America/New_York' },
    ]);

  await reloadPage();
  await page.getByText('Held for 10 minutes · Always open · 12 parties at most').click();
  await expect.element(pause).toBeChecked();
  await expect.element(capacity).toHaveValue('12');
  await expect.element(hold).toHaveValue('600000');
  await expect.element(noShow).toBeChecked();
  await expect.element(undo).toBeChecked();
  await expect.element(timeZone).toHaveValue('America/New_York');
  await capacity.fill('');
  await saves(() => userEvent.keyboard('{Enter}'));
  await expect.poll(summary).toContain('Held for 10 minutes · Always open · No limit');
  expect(queue.location.settings.timezone).toBe('America/New_York');
});

test('the hold can be set to each whole minute from 1 to 30', async () => {
  openShop();
  await openPanel();
  const lengths = controls().hold.getByRole('option').elements();
  expect(lengths.map(({ textContent }) => textContent)).toEqual([
    '1 minute',
    ...Array.from({ length: 29 }, (_, index) => `${index + 2} minutes`),
  ]);
});

test('only the owner has the switch of the charts by member', async () => {
  const shop = openShop();
  await openPanel();
  const charts = controls().panel.getByRole('checkbox', { name: 'Charts by member' });
  await saves(() => charts.click());
  expect(shop.queue.location.settings.memberCharts).toBe(true);
  shop.user = { ...shop.user, role: 'manager' };
  await openPanel();
  await expect.element(controls().pause).toBeVisible();
  expect(charts.query()).toBe(null);
});

test('undo says what it costs', async () => {
  openShop();
  await openPanel();
  await expect
    .element(controls().undo)
    .toHaveAccessibleDescription(
      'An Admit can be taken back for 10 seconds, like Remove, Arrived and No-show. Texts are sent 10 seconds later.',
    );
});

test('the panel is worked by the keyboard alone', async () => {
  openShop();
  await openPage('/business/settings');
  await expect.poll(summary).not.toBe('');
  document.querySelector('summary')?.focus();
  await userEvent.keyboard('{Enter}{Tab}');
  await saves(() => userEvent.keyboard(' '));
  const { pause, keep, noShow } = controls();
  await expect.element(pause).toBeChecked();
  keep.element().focus();
  await saves(() => userEvent.keyboard('{ArrowDown}'));
  await expect.element(keep).not.toBeChecked();
  await expect.element(noShow).toBeChecked();
});

test.for([
  { how: 'refused', reason: 'The server says why.' },
  { how: 'unanswered', reason: 'Please try again.' },
])(
  'a save that is $how goes back to what the server has and says what was not saved, and why',
  async ({ how, reason }) => {
    openShop();
    await openPanel();
    const restore =
      how === 'refused'
        ? theServer().refuse(...settingCall, 'try_again', reason)
        : theServer().fail(...settingCall);
    const { panel, capacity, hold, keep, noShow, pause, undo, byWeekday, always } = controls();
    const isTold = (what: string) => expect.element(toast(`${what}: not saved`)).toBeVisible();
    await noShow.click();
    await isTold('If staff don’t mark a called guest');
    await expect.element(toast(reason)).toBeVisible();
    await expect.element(panel.getByText(reason, { exact: true })).toBeVisible();
    await expect.element(keep).toBeChecked();
    await expect.element(noShow).not.toBeChecked();

    await pause.click();
    await isTold('Pause joining');
    await expect.element(pause).not.toBeChecked();
    await undo.click();
    await isTold('Offer undo of Admit');
    await expect.element(undo).not.toBeChecked();
    await hold.selectOptions('10 minutes');
    await isTold('Hold length');
    await expect.element(hold).toHaveValue('300000');
    await byWeekday.click();
    await isTold('When guests can join');
    await expect.element(always).toBeChecked();
    await expect.element(byWeekday).not.toBeChecked();
    await capacity.fill('3');
    await userEvent.keyboard('{Enter}');
    await isTold('Most parties in line');
    await expect.element(capacity).toHaveValue('');
    await expect.element(capacity).toHaveAccessibleDescription(`Leave it empty for no limit. ${reason}`);

    restore();
    await saves(() => noShow.click());
    await expect.element(noShow).toBeChecked();
    expect(toast('Most parties in line: not saved').query()).toBe(null);
    expect(panel.getByText(reason, { exact: true }).elements()).toHaveLength(5);
  },
);

test('what the server finds wrong with a field is said at the field', async () => {
  openShop();
  await openPanel();
  theServer().answer(...settingCall, () => fieldRefusal('timezone', 'That time zone is not known here.'));
  const { timeZone } = controls();
  await timeZone.fill('Asia/Tokyo');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('That time zone is not known here.')).toBeVisible();
  await expect.element(timeZone).toHaveAccessibleDescription(/That time zone is not known here\.$/);
  await expect.element(timeZone).toHaveValue('Asia/Jakarta');
});

test('what can be no number and no time zone is told at its field, stays there and is not sent', async () => {
  openShop();
  await openPanel();
  const { capacity, timeZone } = controls();
  for (const typed of ['0', '10001', '1.5', '-1', '1e3', 'ten', '<b>9</b>', '9'.repeat(400)]) {
    await type(capacity, typed);
    await expect
      .element(capacity)
      .toHaveAccessibleDescription(/Enter a whole number from 1 to 10,000, or leave it empty\.$/);
    await expect.element(capacity).toHaveValue(typed);
  }
  for (const typed of ['', 'Mars/Olympus', '+07:00', "'; drop table locations; --"]) {
    await type(timeZone, typed);
    await expect
      .element(timeZone)
      .toHaveAccessibleDescription(/Choose a time zone from the list, for example Asia\/Jakarta\.$/);
  }
  await capacity.fill('7');
  await expect.element(capacity).toHaveAccessibleDescription('Leave it empty for no limit.');
  await expect.poll(() => sentSettings()).toEqual([]);
});

test('two quick changes are saved in their order, and the last one stands', async () => {
  openShop();
  await openPanel();
  const { hold } = controls();
  const held = theServer().hold(...settingCall);
  await hold.selectOptions('10 minutes');
  await hold.selectOptions('20 minutes');
  await expect.element(page.getByText('Saving…')).toBeVisible();
  await expect.element(hold).toHaveValue('1200000');
  held.release();
  await expect.poll(summary).toContain('Held for 20 minutes · Always open · No limit');
  await reloadPage();
  await expect.poll(summary).toContain('Held for 20 minutes · Always open · No limit');
  await expect.poll(() => sentSettings()).toEqual([{ holdMs: 600_000 }, { holdMs: 1_200_000 }]);
});

test('what another tab saves is shown when this one is looked at, and neither undoes the other', async () => {
  stopIntervals();
  const { queue } = openShop();
  await openPanel();
  const { capacity, hold } = controls();
  await saves(() => hold.selectOptions('10 minutes'));
  queue.set({ capacity: 8 });
  // The page does not repeat a call that was answered less than a second ago.
  await vi.advanceTimersByTimeAsync(1_000);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.poll(summary).toContain('Held for 10 minutes · Always open · 8 parties at most');
  await expect.element(capacity).toHaveValue('8');
  expect(queue.view().settings.holdMs).toBe(600_000);
});

test('a location that another tab removed goes from the page with the next save, which says so', async () => {
  stopIntervals();
  const shop = openShop();
  await openPanel();
  shop.removeLocation(shop.queue.id);
  await controls().pause.click();
  await expect.element(toast('Pause joining: not saved')).toBeVisible();
  await expect.element(toast('We could not find that.')).toBeVisible();
  await says('No locations added yet.');
});

test('a time zone that this browser does not know breaks nothing and can be changed', async () => {
  const shop = openShop();
  const unknown = { timezone: 'Antarctica/New_Base' };
  const restore = theServer().answer('GET', '/auth/me', () => {
    const me = shop.me();
    return { ...me, locations: me.locations.map((location) => ({ ...location, ...unknown })) };
  });
  await openPanel();
  const { timeZone } = controls();
  await expect.element(timeZone).toHaveValue('Antarctica/New_Base');
  await says('This browser does not know the time there.');
  restore();
  await timeZone.fill('Asia/Tokyo');
  await saves(() => userEvent.keyboard('{Enter}'));
  await expect.element(page.getByText(/^It is \d+:\d\d [AP]M there now\.$/)).toBeVisible();
});

test.for([195, 320, 390, 820, 1440])(
  'the open settings fit %i pixels, and whatever is pressed there is 44 pixels large',
  async (width) => {
    await page.viewport(width, 800);
    openShop();
    await openPanel();
    await saves(() => controls().byWeekday.click());
    await button('Set hours: Monday').click();
    await button('Generate QR Code').click();
    await expect.element(button('Download SVG')).toBeVisible();
    expect(pageWidth()).toBe(width);
    expect(smallTargets()).toEqual([]);
  },
);
