/**
 * Idempotency keys of joins. All attempts of one join use the same key until an answer arrives, also after a reload of
 * this tab. So a lost answer never adds the guest twice.
 */
import type { JoinRequest } from '../../../../shared/contracts/guest.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { removeStored, readStored, store } from '../../../lib/storage.ts';

/** The storage key of the random part (128 bits), which is stored until the join has an answer. */
const STORAGE_KEY = 'holdline:joining';

/** The idempotency key of this request. A different body has a different key. */
export function joinKey(request: JoinRequest): string {
  const open =
    readStored(STORAGE_KEY, 'sessionStorage') ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  store(STORAGE_KEY, open, 'sessionStorage');
  return `${open}-${checksum(JSON.stringify(request))}`;
}

/**
 * Removes the stored part of the key after an answer. After a lost answer or a server error the key is kept for the
 * next attempt.
 */
export function completeJoin(failure?: ApiError): void {
  const unknown = failure !== undefined && (failure.status === 0 || failure.status >= 500);
  if (!unknown) removeStored(STORAGE_KEY, 'sessionStorage');
}

/**
 * A 32-bit checksum, because a key must not contain a guest's name or phone number. The server detects two different
 * requests with the same checksum.
 */
function checksum(text: string): number {
  let sum = 0;
  for (const letter of text) sum = Math.imul(sum, 31) + letter.charCodeAt(0);
  return sum;
}
