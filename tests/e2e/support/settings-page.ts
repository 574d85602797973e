/** Helpers for journeys on the settings page: its panel, its controls, and the calls that save settings. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Loads the page and opens the panel of the first location. */
export async function openPanel(page: Page): Promise<void> {
  await page.goto('/business/settings');
  await page.getByText('Queue settings', { exact: true }).first().click();
}

/** The controls of the location at 14 Kemang Raya. */
export function controls(page: Page) {
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
export async function saves(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await act();
  expect((await answer).status()).toBe(200);
  await page.getByText('Saving…').waitFor({ state: 'detached' });
}

/** Types into a field, and then moves the focus away, which saves the setting. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}
