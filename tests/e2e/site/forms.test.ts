/**
 * The feedback form keeps typed text until the form's mail is sent: when a page cannot be shown, after a reload, and
 * after the browser's Back. `tests/component/forms/` tests the sentences.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { journey } from '../support/harness.ts';
import { takenOver } from '../support/steps.ts';

const here = journey();

test('what was typed is still there after a page that could not be shown, and after a reload', async () => {
  const { page, expectComplaint } = await here.newPhone();
  await page.goto('/feedback');
  await takenOver(page);
  await page.getByRole('radio', { name: 'Feature' }).check();
  await page.getByRole('textbox', { name: 'Message' }).fill('It rings twice. 🔔');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
  await page.getByRole('checkbox', { name: 'You may contact me about this feedback.' }).check();

  expectComplaint(/^net::ERR_CONNECTION_FAILED GET \/(assets\/|healthz)/);
  await page.route(/\/assets\/|\/healthz$/, (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Something went wrong on this page' }).waitFor();
  await page.unroute(/\/assets\/|\/healthz$/);
  await page.getByRole('button', { name: 'Load again' }).click();
  await page.getByRole('textbox', { name: 'Password' }).waitFor();
  await page.goBack();
  await expect.poll(() => typed(page)).toEqual(['It rings twice. 🔔', 'ada@example.com', true, true]);
  await page.getByText('17/1200 characters').waitFor();

  await page.reload();
  await expect.poll(() => typed(page)).toEqual(['It rings twice. 🔔', 'ada@example.com', true, true]);
  const kept = 'holdline:typed:/feedback/submit';
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain(kept);
  const sent = page.waitForResponse('**/feedback/submit');
  await page.getByRole('textbox', { name: 'Subject' }).fill('The bell');
  await page.getByRole('textbox', { name: 'Your Name' }).fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  expect((await sent).status()).toBe(200);
  await page.waitForURL('/');
  // After the form was sent, no draft is stored.
  await page.getByRole('heading', { name: 'Hold every walk-in. Boost revenue.' }).waitFor();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain(kept);
  await page.goto('/feedback');
  expect(await typed(page)).toEqual(['', '', false, false]);
  await expect
    .poll(() => subjectsOfMails(page))
    .toContainEqual(expect.stringMatching(/^Feedback #\d+: Feature$/));
});

/** The values of the form after the app has taken over the page. */
async function typed(page: Page): Promise<(string | boolean)[]> {
  await takenOver(page);
  const message = page.getByRole('textbox', { name: 'Message' });
  return [
    await message.inputValue(),
    await page.getByRole('textbox', { name: 'Email' }).inputValue(),
    await page.getByRole('radio', { name: 'Feature' }).isChecked(),
    await page.getByRole('checkbox', { name: 'You may contact me about this feedback.' }).isChecked(),
  ];
}

const outbox = z.object({
  messages: z.array(z.object({ recipient: z.string(), subject: z.nullable(z.string()) })),
});

/** The subjects of mails to support. */
async function subjectsOfMails(page: Page): Promise<(string | null)[]> {
  const answer = await page.request.get('/dev/outbox', { headers: { Accept: 'application/json' } });
  return outbox
    .parse(await answer.json())
    .messages.filter(({ recipient }) => recipient === 'support@holdline.example')
    .map(({ subject }) => subject);
}
