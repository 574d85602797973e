/** The page of a password reset link. */
import { expect, test } from 'vitest';
import { call } from '../support/factories.ts';

test('the page of the link sends its address to no other site', async () => {
  const page = await call('GET', '/reset?token=x');
  expect(page.status).toBe(200);
  expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
  const other = await call('GET', '/forgot');
  expect(other.status).toBe(200);
  expect(other.headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
});
