/** The feedback and the sales form (`docs/spec.md` sections 2, 5, 8 and 9; `docs/decisions/0050-forms-to-us.md`). */
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { journey, toast } from '../support/harness.ts';
import { whatIsWrong } from '../support/look.ts';
import { takenOver } from '../support/steps.ts';

const here = journey();

test('feedback: what is wrong is said, a failure keeps what was typed, a success goes home and to support', async () => {
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^503 POST \/feedback\/submit$/);
  expectComplaint(/^500 POST \/feedback\/submit$/);
  await page.goto('/feedback');
  const send = page.getByRole('button', { name: 'Send Feedback' });
  const message = page.getByRole('textbox', { name: 'Message' });
  expect(await page.getByRole('radio', { name: 'Bug' }).isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: 'Medium' }).isChecked()).toBe(true);
  await page.getByText('0/1200 characters').waitFor();
  await expect.poll(() => page.title()).toBe('Share your feedback · Holdline');

  await page.getByText('Please allow us to contact you to follow up.').waitFor();
  expect(await send.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'You may contact me about this feedback.' }).check();
  await message.fill('x'.repeat(1201));
  await page.getByText('1201/1200 characters').waitFor();
  await send.click();
  for (const sentence of [
    'Subject is required',
    'Message exceeds 1200 characters',
    'Your name is required',
    'Email is required',
  ]) {
    await page.getByText(sentence).first().waitFor();
  }
  expect(await focusedName(page)).toBe('subject');
  expect(await whatIsWrong(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Subject' }).fill('The bell');
  await message.fill('It rings twice. 🔔');
  await page.getByText('17/1200 characters').waitFor();
  await page.getByRole('textbox', { name: 'Your Name' }).fill('Ada Lovelace');
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('ada@example');
  await send.click();
  await page.getByText('Enter a valid email').waitFor();
  await email.fill('ada@example.com');
  expect(await page.getByText('Enter a valid email').count()).toBe(0);

  // Only a program, or a browser's helper, gets there: whoever sees it can empty it, and nothing was sent.
  const hidden = page.locator('input[name=link]');
  await hidden.fill('https://example.com');
  await send.click();
  await page.getByText('Leave this field empty').nth(1).waitFor();
  expect(await focusedName(page)).toBe('link');
  await hidden.fill('');

  await page.getByRole('radio', { name: 'Feature' }).check();
  expect(await page.getByRole('radio', { name: 'Medium' }).count()).toBe(0);
  const away = { error: 'Nothing was changed.', code: 'try_again' };
  await page.route('**/feedback/submit', (route) => route.fulfill({ status: 503, json: away }), { times: 1 });
  await send.click();
  await toast(page, 'Nothing was changed.').waitFor();
  await page.route('**/feedback/submit', (route) => route.fulfill({ status: 500, body: 'out of order' }), {
    times: 1,
  });
  await send.click();
  await toast(page, 'Failed to submit feedback. Please try again.').waitFor();
  expect([await message.inputValue(), await email.inputValue()]).toEqual([
    'It rings twice. 🔔',
    'ada@example.com',
  ]);

  const [sent] = await Promise.all([page.waitForRequest('**/feedback/submit'), send.click()]);
  expect(await bodyOf(sent)).toEqual({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    businessName: '',
    phone: '',
    feedbackType: 'feature',
    subject: 'The bell',
    message: 'It rings twice. 🔔',
    allowContact: true,
    link: '',
    shownForMs: expect.any(Number),
  });
  await toast(page, 'Thanks for your feedback!').waitFor();
  await toast(page, "We've received your message and will get back to you if needed.").waitFor();
  await page.waitForURL('/');
  await expect
    .poll(() => subjectsOfMails(page))
    .toContainEqual(expect.stringMatching(/^Feedback #\d+: Feature$/));
});

test('a sales inquiry: defaults, figures, no answer, and one filled in at once that is kept all the same', async () => {
  const { page, expectComplaint } = await here.newDesktop();
  expectComplaint(/^net::ERR_FAILED POST \/sales\/inquiry$/);
  await page.goto('/sales');
  const send = page.getByRole('button', { name: 'Send Inquiry' });
  await page.getByText('Please allow us to contact you about this request.').waitFor();
  expect(await send.isDisabled()).toBe(true);
  await page.getByRole('checkbox').check();
  await page.getByRole('textbox', { name: 'Business Name' }).fill('Kopi Kita');
  await page.getByRole('textbox', { name: 'Contact Name' }).fill('Grace Hopper');
  await page.getByRole('textbox', { name: 'Work Email' }).fill('grace@kopi.example');
  await page.getByRole('textbox', { name: 'Message' }).fill('Twelve towns.');
  const locations = page.getByRole('textbox', { name: 'Locations' });
  await locations.fill('twelve');
  await send.click();
  await page.getByText('Locations/SMS/Customers must be numbers').waitFor();
  expect(await focusedName(page)).toBe('locations');
  await locations.fill('12');

  await page.route('**/sales/inquiry', (route) => route.abort('failed'), { times: 1 });
  await send.click();
  await toast(page, 'Failed to submit inquiry. Please try again.').waitFor();
  const [sent] = await Promise.all([page.waitForRequest('**/sales/inquiry'), send.click()]);
  const { shownForMs, ...body } = await bodyOf(sent);
  expect(body).toEqual({
    businessName: 'Kopi Kita',
    businessWebsite: '',
    contactName: 'Grace Hopper',
    workEmail: 'grace@kopi.example',
    phone: '',
    locations: '12',
    smsPerMonth: '',
    customersPerDay: '',
    useCase: 'restaurant',
    budget: 'mid',
    subject: 'Custom Plan Inquiry',
    message: 'Twelve towns.',
    allowContact: true,
    link: '',
  });
  // However fast it was filled in here: sooner, the server would answer and not keep it.
  expect(shownForMs).toBeGreaterThanOrEqual(2_000);
  await toast(page, 'Thanks! Our sales team will reach out.').waitFor();
  await toast(page, "We've received your custom plan request.").waitFor();
  await page.waitForURL('/');
  await expect
    .poll(() => subjectsOfMails(page))
    .toContainEqual(expect.stringMatching(/^Sales inquiry #\d+: Restaurant$/));

  await page.goto('/sales');
  // What is longer than its input scrolls in it, which counts as cut off here.
  await page.getByRole('textbox', { name: 'Subject' }).fill('Plan');
  await page.getByRole('checkbox').check();
  await send.click();
  for (const sentence of [
    'Business name is required',
    'Contact name is required',
    'Work email is required',
    'Please describe your needs',
  ]) {
    await page.getByText(sentence).waitFor();
  }
  expect(await whatIsWrong(page)).toEqual([]);
});

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
  expect(await whatIsWrong(page)).toEqual([]);
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
  // Whatever the form looks like before the app puts back what it has kept: there is nothing kept.
  await page.getByRole('heading', { name: 'Hold every walk-in. Boost revenue.' }).waitFor();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain(kept);
  await page.goto('/feedback');
  expect(await typed(page)).toEqual(['', '', false, false]);
});

/** What stands in the form once it is the app's. */
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

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('name'));
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(request.postData() ?? ''));
}

const outbox = z.object({
  messages: z.array(z.object({ recipient: z.string(), subject: z.nullable(z.string()) })),
});

/** Of those to support. */
async function subjectsOfMails(page: Page): Promise<(string | null)[]> {
  const answer = await page.request.get('/dev/outbox', { headers: { Accept: 'application/json' } });
  return outbox
    .parse(await answer.json())
    .messages.filter(({ recipient }) => recipient === 'support@holdline.example')
    .map(({ subject }) => subject);
}
