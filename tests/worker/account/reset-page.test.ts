/** The pages that the links in mails open. */
import { expect, test } from 'vitest';
import { call } from '../support/factories.ts';

test.each(['/login', '/not-me', '/reset', '/verify'])('%s sends its link to no other site', async (path) => {
  const page = await call('GET', `${path}?token=x`);
  expect(page.status).toBe(200);
  expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
});

test('a page without a link has the usual policy', async () => {
  const other = await call('GET', '/forgot');
  expect(other.status).toBe(200);
  expect(other.headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
});
