/** The check that a person sends a form, in a browser: Turnstile is played on this machine, script and answers. */
import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { journey, toast } from './harness.ts';

/** What `api.js` does, as far as the forms notice: a field with a token, another one after each reset. */
const script = `window.turnstile = {
  render(place, { sitekey, action }) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name: 'cf-turnstile-response', value: 'first' });
    place.append(Object.assign(document.createElement('p'), { textContent: sitekey + ' ' + action }), input);
    return 'widget';
  },
  reset() { document.querySelector('[name=cf-turnstile-response]').value = 'second'; },
  remove() {},
};`;

/** A token is good the second time only. */
const turnstile = createServer((request, response) => {
  if (request.method === 'GET') {
    response.setHeader('Content-Type', 'text/javascript').end(script);
    return;
  }
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const success = body.includes('"response":"second"');
    response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['timeout-or-duplicate'] }));
  });
});

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
  await page.getByText('1x00000000000000000000AA feedback').waitFor();
  await page.getByRole('textbox', { name: 'Subject' }).fill('The bell');
  await page.getByRole('textbox', { name: 'Message' }).fill('It rings twice.');
  await page.getByRole('textbox', { name: 'Your Name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
  await page.getByRole('checkbox').check();
  expectComplaint(/^400 POST \/feedback\/submit$/);
  const send = page.getByRole('button', { name: 'Send Feedback' });
  await send.click();
  await toast(
    page,
    'We could not tell that you are a person. Please try again, or write to support@holdline.example.',
  ).waitFor();
  await send.click();
  await toast(page, 'Thanks for your feedback!').waitFor();
});
