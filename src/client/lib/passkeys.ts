import type { PasskeyLogInOptions, PasskeyOptions } from '../../shared/contracts/account/passkeys.ts';

/** Whether this browser supports passkeys and has the functions that convert passkeys from JSON and to JSON. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/** Lets the browser make a passkey. Null if the person cancelled, or the browser made no passkey. */
export function makePasskey(options: PasskeyOptions): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return inJson(() => navigator.credentials.create({ publicKey }));
}

/**
 * Lets the browser sign with a passkey of the person's choice. Null if the person cancelled, or the device has no
 * passkey.
 */
export function signByPasskey({
  allowCredentials = [],
  ...options
}: PasskeyLogInOptions): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, allowCredentials });
  return inJson(() => navigator.credentials.get({ publicKey }));
}

async function inJson(ask: () => Promise<Credential | null>): Promise<object | null> {
  try {
    const made = await ask();
    return made instanceof PublicKeyCredential ? made.toJSON() : null;
  } catch (error) {
    // The browser hides the reason of the error, so that a page cannot find out which passkeys exist.
    if (error instanceof DOMException) return null;
    throw error;
  }
}
