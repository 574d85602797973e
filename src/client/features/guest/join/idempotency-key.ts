/**
 * The idempotency keys of joins. Every attempt of one join has the same key until an answer comes, also after a reload
 * in this tab, so that a lost answer does not add the guest twice.
 */
import type { JoinRequest } from '../../../../shared/contracts/guest.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { removeStored, readStored, store } from '../../../lib/storage.ts';

/** The storage key of the 128 random bits of a join without an answer. */
const STORAGE_KEY = 'holdline:joining';

/** The key for this request. Another body is another request. */
export function joinKey(request: JoinRequest): string {
  const open =
    readStored(STORAGE_KEY, 'sessionStorage') ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  store(STORAGE_KEY, open, 'sessionStorage');
  return `${open}-${checksum(JSON.stringify(request))}`;
}

/** The call ended. An answer completes the request; a lost answer or a fault of the server's leaves it open. */
export function completeJoin(failure?: ApiError): void {
  const unknown = failure !== undefined && (failure.status === 0 || failure.status >= 500);
  if (!unknown) removeStored(STORAGE_KEY, 'sessionStorage');
}

/**
 * A 32-bit checksum of a text, as a key must not hold a name or number. The server detects two requests that share it.
 */
function checksum(text: string): number {
  let sum = 0;
  for (const letter of text) sum = Math.imul(sum, 31) + letter.charCodeAt(0);
  return sum;
}
