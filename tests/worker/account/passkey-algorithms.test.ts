/** Log-ins with passkeys of each algorithm, on the cryptography of the Worker's runtime. */
import { expect, test } from 'vitest';
import { cookieOf, newOwner } from '../support/factories.ts';
import { logInBy, withPasskey } from '../support/passkey-calls.ts';
import { statusOf } from '../support/security-calls.ts';

test.each(['ES256', 'RS256', 'EdDSA'] as const)('a passkey of %s opens its account', async (algorithm) => {
  const owner = await newOwner({ username: 'blue-door' });
  const response = await logInBy(await withPasskey(owner, algorithm));
  expect(response.status).toBe(200);
  expect(await response.clone().json()).toMatchObject({ user: { username: 'blue-door' } });
  expect(await statusOf(cookieOf(response))).toBe(200);
});
