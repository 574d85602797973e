/** The origin of the page, which is compared with the origin that a passkey signed. */
import { expect, test } from 'vitest';
import { pageOrigin } from '../../../src/worker/http/cross-site.ts';

test('in production the origin is the configured one, whatever host the request names', () => {
  const origin = 'https://queue.example.com';
  const request = new Request('https://elsewhere.example/login');
  expect(pageOrigin(request, { origin, environment: 'production' })).toBe(origin);
  expect(pageOrigin(request, { origin, environment: 'development' })).toBe('https://elsewhere.example');
});
