/**
 * The service worker of public pages and owners' pages: the requests that it answers, and its answers. The browser is a
 * fake.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const origin = 'https://queue.example.com';

type Played = {
  request: { url: string; method: string; mode: string };
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};

let listeners: Map<string, (event: Played) => void>;

beforeEach(async () => {
  listeners = new Map();
  vi.stubGlobal('OFFLINE_PAGE', '<style nonce="N0NCE"></style><script nonce="N0NCE"></script>');
  vi.stubGlobal('NONCE', 'N0NCE');
  vi.stubGlobal('self', {
    addEventListener: (kind: string, listener: (event: Played) => void) => listeners.set(kind, listener),
  });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.resetModules();
  await import('../../src/service-worker/site-sw.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The service worker's answer, or null if it does not handle the request. */
async function answerTo(
  path: string,
  {
    method = 'GET',
    mode = 'navigate',
    preloaded,
  }: { method?: string; mode?: string; preloaded?: Response } = {},
): Promise<Response | null> {
  let answer: Promise<Response> | null = null;
  listeners.get('fetch')?.({
    request: { url: origin + path, method, mode },
    preloadResponse: Promise.resolve(preloaded),
    respondWith: (given) => {
      answer = given;
    },
  });
  return answer;
}

test('without a server the worker answers with its page, under a policy without other sources', async () => {
  const [page, again] = [await answerTo('/business/dashboard'), await answerTo('/help')];
  const html = (await page?.text()) ?? '';
  const [, nonce = ''] = /<style nonce="([\w+/]{22}==)">/.exec(html) ?? [];
  expect(html).toBe(`<style nonce="${nonce}"></style><script nonce="${nonce}"></script>`);
  expect([page?.status, page?.headers.get('Content-Security-Policy')]).toEqual([
    503,
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ]);
  expect(await again?.text()).not.toContain(nonce);
});

test('all answers of the server count, also error pages', async () => {
  const preloaded = new Response('We will be right back', { status: 503 });
  expect(await answerTo('/help', { preloaded })).toBe(preloaded);
});

test.each(['/queue', '/queue/blue-door'])('%s is not answered for the server', async (path) => {
  await expect(answerTo(path)).rejects.toThrow('Failed to fetch');
});

test.each([
  ['/feedback', { method: 'POST' }],
  ['/auth/me', { mode: 'cors' }],
  ['/assets/index-1.js', { mode: 'cors' }],
])('%s %j is none of its business', async (path, request) => {
  expect(await answerTo(path, request)).toBeNull();
});
