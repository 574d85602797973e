/**
 * The idempotency keys of joins: of one join every attempt has the same one while no answer came, also
 * after a reload in the same tab, so that a lost answer does not put the guest in line twice.
 */
import type { JoinRequest } from '../../../../shared/contracts/guest.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { removeStored, readStored, store } from '../../../lib/storage.ts';

/** Where the 128 random bits of the open requests are stored. */
const STORAGE_KEY = 'holdline:joining';

/** The key for this request. Another body is another request. */
export function joinKey(request: JoinRequest): string {
  const open =
    readStored(STORAGE_KEY, 'sessionStorage') ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  store(STORAGE_KEY, open, 'sessionStorage');
  return `${open}-${checksum(JSON.stringify(request))}`;
}

/** The call ended. An answer settles the request; a lost answer or a fault of the server's leaves it open. */
export function settleJoin(failure?: ApiError): void {
  const unknown = failure !== undefined && (failure.status === 0 || failure.status >= 500);
  if (!unknown) removeStored(STORAGE_KEY, 'sessionStorage');
}

/** 32 bits of a text: keys travel, so no name or number is part of one. Two requests that share them the server tells apart. */
function checksum(text: string): number {
  let sum = 0;
  for (const letter of text) sum = Math.imul(sum, 31) + letter.charCodeAt(0);
  return sum;
}
