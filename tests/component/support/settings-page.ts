/** Helpers for tests of the settings page: its panel, its controls, and the calls that save settings. */
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { theServer } from './fake-server.ts';
import { openPage } from './pages.tsx';

/** The call that saves a setting. */
export const settingCall = ['PATCH', '/auth/locations/:id'] as const;

/** Opens the page and the panel of the first location. */
export async function openPanel(): Promise<void> {
  await openPage('/business/settings');
  await page.getByText('Queue settings', { exact: true }).first().click();
}

/** The controls of the location at 14 Kemang Raya. */
export function controls() {
  const panel = page.getByRole('group', { name: 'Queue settings: 14 Kemang Raya, Jakarta' });
  return {
    panel,
    pause: panel.getByRole('checkbox', { name: 'Pause joining', exact: true }),
    capacity: panel.getByRole('textbox', { name: 'Most parties in line' }),
    hold: panel.getByRole('combobox', { name: 'Hold length' }),
    keep: panel.getByRole('radio', { name: 'Keep as served' }),
    noShow: panel.getByRole('radio', { name: 'Mark as no-show' }),
    undo: panel.getByRole('checkbox', { name: 'Offer undo of Admit', exact: true }),
    timeZone: panel.getByRole('combobox', { name: 'Time zone' }),
    always: panel.getByRole('radio', { name: 'Always open' }),
    byWeekday: panel.getByRole('radio', { name: 'By weekday' }),
  };
}

/** Runs a step that saves one setting. Waits until the server has the setting and the page confirms it. */
export async function saves(act: () => Promise<void>): Promise<void> {
  const before = sentSettings().length;
  await act();
  await expect.poll(() => sentSettings().length).toBe(before + 1);
  await expect.element(page.getByText('Saving…')).not.toBeInTheDocument();
}

/** The bodies of all calls so far that saved a setting. */
export function sentSettings(): unknown[] {
  return theServer().bodiesOf(...settingCall);
}

/** Types into a field, and then moves the focus away, which saves the setting. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  field.element().blur();
}

/** The page's summary of the first location's settings, which is shown while the panel is closed. */
export function summary(): string {
  return document.querySelector('summary')?.innerText ?? '';
}
