import { securityCopy } from '../../../shared/copy/owner/security.ts';

/** The device of a log-in, which the Worker names in English ('Firefox on Linux'), in the page's language. Null: unknown. */
export function deviceWords(device: string | null): string | null {
  const [browser, system] = device?.split(' on ') ?? [];
  return browser === undefined || system === undefined
    ? device
    : securityCopy.sessions.device(browser, system);
}
