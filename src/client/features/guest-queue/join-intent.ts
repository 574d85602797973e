/**
 * The idempotency keys of joins (decision 9): a fresh random 128-bit key for each wish to join, kept while no answer came,
 * so that trying again after a lost answer, or after a reload, does not put the guest in line twice. In this tab only: the
 * wish names the guest.
 */
import type { JoinRequest } from '../../../shared/guest-queue.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { forget, readStored, store } from '../../lib/storage.ts';

/** Where the open wish is kept: its wording and, behind it, its key. */
const KEPT = 'holdline:joining';

/** The key for this request. Another wording is another wish. */
export function joinKey(request: JoinRequest): string {
  const wish = JSON.stringify(request);
  const open = readStored(KEPT, 'sessionStorage') ?? '';
  if (open.startsWith(wish)) return open.slice(wish.length);
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  store(KEPT, wish + key, 'sessionStorage');
  return key;
}

/** The call ended. An answer settles the wish; a lost answer or a fault of the server's leaves it open. */
export function settleJoin(failure?: ApiError): void {
  const unknown = failure !== undefined && (failure.status === 0 || failure.status >= 500);
  if (!unknown) forget(KEPT, 'sessionStorage');
}
