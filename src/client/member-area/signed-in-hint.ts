/**
 * Stores whether somebody has logged in on this device, as a hint for the first paint of `/`. Only the session check
 * proves a log-in.
 */
import { removeStored, readStored, store } from '../lib/storage.ts';

const KEY = 'holdline:signed-in';

export function wasSignedIn(): boolean {
  return readStored(KEY) !== null;
}

export function rememberSignIn(): void {
  store(KEY, 'yes');
}

export function removeSignedInHint(): void {
  removeStored(KEY);
}
