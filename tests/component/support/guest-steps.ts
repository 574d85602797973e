/** What a guest does on the page in more than one test, in English. */
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';

/** A phone's screen. */
export async function onPhone(): Promise<void> {
  await page.viewport(390, 844);
}

export const field = (name: string) => page.getByRole('textbox', { name });
export const button = (name: string | RegExp) => page.getByRole('button', { name });
export const radio = (name: RegExp) => page.getByRole('radio', { name });

/** Step 2 as Mara Lindqvist, up to step 3. */
export async function fillDetails(): Promise<void> {
  await field('First Name').fill('Mara');
  await field('Last Name').fill('Lindqvist');
  await button('Next').click();
  await expect.element(radio(/^Stay on Premises/)).toBeVisible();
}

/** Both steps, up to the place in an empty line. */
export async function joinOnPage(): Promise<void> {
  await fillDetails();
  await button('Next').click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
}

/** By the button and its question. */
export async function leaveOnPage(): Promise<void> {
  await button('Leave Queue').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave Queue' }).click();
}

/** What the phone says of its network; the fake server stays as it is. */
export function network(now: 'online' | 'offline'): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(now === 'online');
  dispatchEvent(new Event(now));
}
