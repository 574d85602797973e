import { securityCopy } from '../../../shared/copy/owner/security.ts';

/**
 * Translates the name of a device into the page's language. The Worker sends the name in English ('Firefox on Linux'),
 * or null if the device is unknown.
 */
export function deviceWords(device: string | null): string | null {
  const [browser, system] = device?.split(' on ') ?? [];
  return browser === undefined || system === undefined
    ? device
    : securityCopy.sessions.device(browser, system);
}
