/** The bot check of the forms in a browser, with a fake Turnstile that serves the script and the answers. */
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { journey, toast } from '../support/harness.ts';
import { whatIsWrong } from '../support/look.ts';

/**
 * A fake of Turnstile's `api.js`, which adds a hidden field. The field is empty at first, gets a token after 3 s, and
 * gets a new token after each reset. The widgets have the size of Turnstile's widgets.
 */
const script = `{
  const input = Object.assign(document.createElement('input'), { type: 'hidden', name: 'cf-turnstile-response' });
  let know;
  const make = (token) => {
    input.value = '';
    setTimeout(() => { input.value = token; know(token); }, 3000);
  };
  window.turnstile = {
    render(place, { sitekey, action, size, callback }) {
      know = callback;
      const widget = Object.assign(document.createElement('p'), { textContent: [sitekey, action, size].join(' ') });
      Object.assign(widget.style, size === 'compact' ? { width: '150px', height: '140px' } : { width: '300px', height: '65px' });
      place.append(widget, input);
      make('first');
      return 'widget';
    },
    reset() { make('second'); },
    remove() {},
  };
}`;

/** All tokens that the server has checked, in order. */
const askedAbout: string[] = [];

/** Accepts only the widget's second token. */
const turnstile = createServer((request, response) => {
  if (request.method === 'GET') {
    response.setHeader('Content-Type', 'text/javascript').end(script);
    return;
  }
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    askedAbout.push(/"response":"(\w*)"/.exec(body)?.[1] ?? '');
    const success = askedAbout.at(-1) === 'second';
    response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['timeout-or-duplicate'] }));
  });
});

const notAPerson =
  'We could not tell that you are a person. Please try again, or write to support@holdline.example.';

const here = journey(async () => {
  await new Promise<void>((resolve) => turnstile.listen(0, '127.0.0.1', resolve));
  const address = turnstile.address();
  if (address === null || typeof address === 'string') throw new Error('Turnstile has no port');
  return {
    TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
    TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
    TURNSTILE_BASE_URL: `http://127.0.0.1:${address.port}`,
  };
});
afterAll(() => turnstile.close());

test('a token that does not count is said, and the next one counts; other pages load nothing of it', async () => {
  const { page, expectComplaint } = await here.newPhone();
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto('/login', { waitUntil: 'networkidle' });
  expect([...hosts]).toEqual([new URL(here.app.origin).host]);

  await page.goto('/feedback');
  await page.getByText('1x00000000000000000000AA feedback normal').waitFor();
  await fillFeedback(page);
  expectComplaint(/^400 POST \/feedback\/submit$/);
  const send = page.getByRole('button', { name: 'Send Feedback' });
  await send.click();
  await toast(page, notAPerson).waitFor();
  await send.click();
  await toast(page, 'Thanks for your feedback!').waitFor();
  expect(askedAbout).toEqual(['first', 'second']);
});

test('where its script does not come the first time the form says so, and can be sent then; a small phone has a small one', async () => {
  const { page, expectComplaint } = await here.newPhone({ viewport: { width: 320, height: 700 } });
  let scripts = 0;
  await page.route(/\/turnstile\/v0\/api\.js/, (route) => {
    scripts += 1;
    return scripts === 1 ? route.abort('blockedbyclient') : route.continue();
  });
  await page.goto('/feedback');
  await fillFeedback(page);
  expectComplaint(/^400 POST \/feedback\/submit$/);
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  await toast(page, notAPerson).waitFor();
  await page.getByText('1x00000000000000000000AA feedback compact').waitFor();
  expect(await whatIsWrong(page)).toEqual([]);
});

async function fillFeedback(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Subject' }).fill('The bell');
  await page.getByRole('textbox', { name: 'Message' }).fill('It rings twice.');
  await page.getByRole('textbox', { name: 'Your Name' }).fill('Ada Lovelace');
  // All texts are short: `whatIsWrong` would report a text as cut off if the text is longer than its input.
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@b.co');
  await page.getByRole('checkbox').check();
}
