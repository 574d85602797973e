/**
 * Files that the server serves or refuses: the headers of a plain file, a missing asset, and the runtime's own pages.
 */
import { request, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { journey } from '../support/harness.ts';

const here = journey();

test('the runtime shows nobody the database', async () => {
  for (const path of ['/cdn-cgi/explorer', '/cdn-cgi/explorer/', '/cdn-cgi/explorer/api/d1/database']) {
    expect([path, (await fetch(here.app.origin + path)).status]).toEqual([path, 404]);
  }
});

test('a file that is opened by itself may do nothing and be framed by nobody', async () => {
  const { headers } = await fetch(`${here.app.origin}/icon.svg`);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'public, max-age=86400',
  });
});

test('a file of an older build is missing, and nobody keeps that for a year', async () => {
  const { status, headers } = await fetch(`${here.app.origin}/assets/old-chunk.js`);
  expect({ status, kept: headers.get('cache-control') }).toEqual({ status: 404, kept: 'no-store' });
});

test('files of the build are served without the Worker, with all of their headers', async () => {
  const html = await (await fetch(`${here.app.origin}/queue`)).text();
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(html) ?? [];
  const file = await withHost('shop.example', script);
  expect(file).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    },
  });
  // The Worker answers 421 to the host `shop.example`. So the Worker handles these paths, but the Worker did not handle
  // the file that the checks above request.
  for (const path of ['/queue', '/assets/old-chunk.js', '/site-sw.js'])
    expect([path, (await withHost('shop.example', path)).statusCode]).toEqual([path, 421]);
});

test('templates and the files about the build are not served, however their path is written', async () => {
  for (const path of ['/queue.html', '/queue%2ehtml', '/.vite/manifest.json', '/%2evite/manifest.json'])
    expect([path, (await fetch(here.app.origin + path)).status]).toEqual([path, 404]);
});

test('the body of a GET is ignored', async () => {
  for (const [path, statusCode] of [
    ['/nowhere', 404],
    ['/healthz', 200],
  ] as const)
    for (const headers of [{ 'Content-Length': '5' }, { 'Transfer-Encoding': 'chunked' }])
      expect([path, (await getFile(path, headers, 'hello')).statusCode]).toEqual([path, statusCode]);
});

function withHost(host: string, path: string) {
  return getFile(path, { host });
}

/** The answer to a GET. Does not use `fetch`, because `fetch` can set neither the host nor the body of a GET. */
function getFile(
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Pick<IncomingMessage, 'statusCode' | 'headers'>> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, here.app.origin), { headers }, (answer) => {
      answer.resume();
      resolve(answer);
    });
    asked.on('error', reject).end(body);
  });
}
