/**
 * The idempotency keys of joins (decision 9): of one wish to join every try has the same one while no answer came, also
 * after a reload in the same tab, so that a lost answer does not put the guest in line twice.
 */
import type { JoinRequest } from '../../../shared/guest-queue.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { forget, readStored, store } from '../../lib/storage.ts';

/** Where the 128 random bits of the open wishes are kept. */
const KEPT = 'holdline:joining';

/** The key for this request. Another wording is another wish. */
export function joinKey(request: JoinRequest): string {
  const open = readStored(KEPT, 'sessionStorage') ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  store(KEPT, open, 'sessionStorage');
  return `${open}-${checksum(JSON.stringify(request))}`;
}

/** The call ended. An answer settles the wish; a lost answer or a fault of the server's leaves it open. */
export function settleJoin(failure?: ApiError): void {
  const unknown = failure !== undefined && (failure.status === 0 || failure.status >= 500);
  if (!unknown) forget(KEPT, 'sessionStorage');
}

/** 32 bits of a text: keys travel, so no name or number is part of one. Two wishes that share them the server tells apart. */
function checksum(text: string): number {
  let sum = 0;
  for (const letter of text) sum = Math.imul(sum, 31) + letter.charCodeAt(0);
  return sum;
}
