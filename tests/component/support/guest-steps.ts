/** A guest's steps that several tests need, in English. */
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';

export async function onPhone(): Promise<void> {
  await page.viewport(390, 844);
}

export const field = (name: string) => page.getByRole('textbox', { name });
export const button = (name: string | RegExp) => page.getByRole('button', { name });
export const radio = (name: RegExp) => page.getByRole('radio', { name });

/** Fills in step 2 as Mara Lindqvist and opens step 3. */
export async function fillDetails(): Promise<void> {
  await field('First Name').fill('Mara');
  await field('Last Name').fill('Lindqvist');
  await button('Next').click();
  await expect.element(radio(/^Stay on Premises/)).toBeVisible();
}

/** Completes steps 2 and 3, and waits until the page shows the first place in line. */
export async function joinOnPage(): Promise<void> {
  await fillDetails();
  await button('Next').click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
}

export async function leaveOnPage(): Promise<void> {
  await button('Leave Queue').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave Queue' }).click();
}

/** Sets whether the phone reports a network. The fake server still answers calls. */
export function network(now: 'online' | 'offline'): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(now === 'online');
  dispatchEvent(new Event(now));
}
