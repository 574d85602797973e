/** The bot check of the forms by Turnstile, which needs configured keys (`docs/decisions/0050-forms-to-us.md`). */
import { env } from 'cloudflare:workers';
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { contentSecurityPolicy } from '../../../src/worker/pages/page-headers.ts';
import { aFeedbackForm, aSalesForm } from '../../support/form-factories.ts';
import { assets } from '../support/built-pages.ts';
import { origin, read } from '../support/factories.ts';
import { eventsIn } from '../support/log-lines.ts';
import { countRows, success } from '../support/security-calls.ts';

const keys = { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET_KEY: 'a-secret-key-of-ours' };
const token = { 'cf-turnstile-response': 'a token' };
const notAPerson = {
  status: 400,
  body: {
    error: 'We could not tell that you are a person. Please try again, or write to support@holdline.example.',
    code: 'not_a_person',
  },
};

async function send(about: object = token, path = '/feedback/submit', bindings: object = keys) {
  const context = createExecutionContext();
  const body = JSON.stringify({ ...(path === '/sales/inquiry' ? aSalesForm() : aFeedbackForm()), ...about });
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request(origin + path, { method: 'POST', headers, body });
  const answer = await read(await createApp().fetch(request, { ...env, ...bindings }, context));
  await waitOnExecutionContext(context);
  return answer;
}

/** A fake Turnstile that gives this answer to each request. Returns the requests. */
function turnstileAnswers(answer: () => Promise<Response>) {
  const asked: { url: string; body: unknown }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const request = new Request(url, init);
    asked.push({ url: request.url, body: await request.json() });
    return answer();
  });
  return asked;
}

const says = (body: object, status = 200) => turnstileAnswers(async () => Response.json(body, { status }));

function logged() {
  const spy = vi.spyOn(console, 'log').mockImplementation(() => {});
  return () => spy.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('human_check'));
}

async function kept(): Promise<unknown[]> {
  return Promise.all(['feedback_messages', 'sales_inquiries'].map(countRows));
}

test('a form that passes Turnstile is kept, for both forms; the token is checked with our key', async () => {
  const asked = says({ success: true, 'error-codes': [], action: 'feedback' });
  expect(await send()).toEqual(success);
  expect(await send(token, '/sales/inquiry')).toEqual(success);
  expect(await kept()).toEqual([1, 1]);
  const once = {
    url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    body: { secret: 'a-secret-key-of-ours', response: 'a token' },
  };
  expect(asked).toEqual([once, once]);
});

test.each(['invalid-input-response', 'timeout-or-duplicate', 'bad-request'])(
  '%s: refused, and nothing is kept',
  async (code) => {
    says({ success: false, 'error-codes': [code] });
    expect(await send()).toEqual(notAPerson);
    expect(await send(token, '/sales/inquiry')).toEqual(notAPerson);
    expect(await kept()).toEqual([0, 0]);
  },
);

test.each([{}, { 'cf-turnstile-response': '' }])(
  'without a token nobody is asked, and it is refused: %j',
  async (about) => {
    const asked = says({ success: true });
    expect(await send(about)).toEqual(notAPerson);
    expect([asked, await kept()]).toEqual([[], [0, 0]]);
  },
);

test('a token longer than one can be is refused as any field', async () => {
  const asked = says({ success: true });
  expect(await send({ 'cf-turnstile-response': 'x'.repeat(2_049) })).toMatchObject({ status: 400 });
  expect(asked).toEqual([]);
});

test.each([
  ['no answer', () => Promise.reject(new DOMException('late', 'TimeoutError')), 'TimeoutError'],
  ['no JSON', async () => new Response('<html>', { status: 502 }), 'SyntaxError'],
  ['another answer', async () => Response.json({ ok: 1 }), 'http_200_unreadable'],
  [
    'a fault of theirs',
    async () => Response.json({ success: false, 'error-codes': ['internal-error'] }),
    'internal-error',
  ],
  [
    'a key that is not ours',
    async () => Response.json({ success: false, 'error-codes': ['invalid-input-secret'] }),
    'invalid-input-secret',
  ],
  [
    'words',
    async () => Response.json({ success: false, 'error-codes': ['Ada Lovelace'] }, { status: 400 }),
    'http_400',
  ],
])('%s: the other bot checks alone decide, and it is logged', async (_, answer, reason) => {
  const lines = logged();
  turnstileAnswers(answer);
  expect(await send()).toEqual(success);
  expect(await send({ ...token, link: 'https://spam.example' })).toEqual(success);
  expect(await kept()).toEqual([1, 0]);
  expect(eventsIn(lines())).toEqual([{ event: 'human_check_unavailable', form: 'feedback', reason }]);
});

test('without keys Turnstile is not called', async () => {
  const asked = says({ success: false });
  expect(await send({}, '/feedback/submit', {})).toEqual(success);
  expect(asked).toEqual([]);
});

async function pageOf(path: string, bindings: object = keys) {
  const request = new Request(origin + path);
  const page = await createApp().fetch(
    request,
    { ...env, ...bindings, ASSETS: assets },
    createExecutionContext(),
  );
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  return {
    meta: /<meta name="human-check"[^>]*>/.exec(await page.text())?.[0],
    isOpen: policy.includes('challenges'),
  };
}

test('the two forms carry the widget, and their policy alone lets it in', async () => {
  const meta =
    '<meta name="human-check" content="1x00000000000000000000AA" data-script="https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit">';
  for (const path of ['/feedback', '/sales']) expect(await pageOf(path)).toEqual({ meta, isOpen: true });
  for (const path of ['/login', '/signup', '/forgot', '/', '/queue', '/business/dashboard'])
    expect(await pageOf(path)).toEqual({ meta: undefined, isOpen: false });
  expect(await pageOf('/feedback', {})).toEqual({ meta: undefined, isOpen: false });
});

test('the policy of a page with a widget names its origin for scripts and frames, and nothing else', () => {
  expect(
    contentSecurityPolicy('bm9uY2U=', {
      onDevServer: false,
      widgetsFrom: 'https://challenges.cloudflare.com',
    }),
  ).toBe(
    "default-src 'none'; script-src 'self' https://challenges.cloudflare.com; style-src 'self' 'nonce-bm9uY2U='; img-src 'self' data: blob:; " +
      "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; " +
      "form-action 'self'; frame-ancestors 'none'; frame-src https://challenges.cloudflare.com",
  );
});
