/**
 * The bot check of a join: the page loads the check on request of the server, and keeps typed text if the check fails.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusals } from '../../../src/shared/copy/en/refusals.ts';
import { theServer } from '../support/fake-server.ts';
import { button, field, fillDetails, radio } from '../support/guest-steps.ts';
import { openGuestPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const joins = '/auth/business/:username/queue';
const widget = { siteKey: '1x00000000000000000000AA', script: '/turnstile.js' };

/** Makes the server ask for the check once, at the next join. */
function askForCheck(): void {
  const stop = theServer().answer('POST', joins, () => {
    stop();
    const { status, sentence } = refusals.human_check;
    return Response.json({ error: sentence, code: 'human_check', widget }, { status });
  });
}

/** Simulates a widget that gives this token at once. */
function widgetAnswers(token: string): void {
  vi.stubGlobal('turnstile', {
    render: (_container: HTMLElement, { callback }: { callback: (token: string) => void }) => callback(token),
  });
}

afterEach(() => void vi.unstubAllGlobals());

test('a guest of whom the check is asked joins with its token, and sees nothing of it', async () => {
  const shop = openShop();
  widgetAnswers('a token');
  openGuestPage(shop);
  await fillDetails();
  askForCheck();
  await button('Next').click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  const sent = theServer().calls.filter(
    ({ method, url }) => method === 'POST' && url.pathname.endsWith('/queue'),
  );
  expect(sent.map(({ headers }) => headers.get('human-check'))).toEqual([null, 'a token']);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test('a guest who is refused after the check reads when to try again, and what was typed stays', async () => {
  const shop = openShop();
  widgetAnswers('');
  openGuestPage(shop);
  await fillDetails();
  await radio(/^Wait Anywhere/).click();
  await field('Phone Number').fill('+62 812 5550 0101');
  const sentence = 'Many guests have joined from your network. Please try again in 4 min.';
  theServer().refuse('POST', joins, 'sender_limit', sentence);
  askForCheck();
  await button('Next').click();
  await expect.element(toast('Failed to join queue')).toBeVisible();
  await expect.element(toast(sentence)).toBeVisible();
  await expect.element(field('Phone Number')).toHaveValue('+62 812 5550 0101');
});
