/** Files that the running server gives and refuses: headers of a plain file, a missing asset, the runtime's own pages. */
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
