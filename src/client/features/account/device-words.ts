import { securityCopy } from '../../../shared/copy/owner/security.ts';

/**
 * The device of a log-in in the page's language. The Worker names the device in English ('Firefox on Linux'). Null
 * means an unknown device.
 */
export function deviceWords(device: string | null): string | null {
  const [browser, system] = device?.split(' on ') ?? [];
  return browser === undefined || system === undefined
    ? device
    : securityCopy.sessions.device(browser, system);
}
