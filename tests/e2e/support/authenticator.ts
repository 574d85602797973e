import type { Page } from 'playwright-core';

/**
 * Adds a virtual authenticator with a fingerprint reader. Returns a function that makes the reader reject every finger.
 */
export async function withAuthenticator(page: Page): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
}
