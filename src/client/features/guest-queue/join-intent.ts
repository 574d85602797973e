import type { JoinRequest } from '../../../shared/guest-queue.ts';
import type { ApiError } from '../../lib/api-error.ts';

/**
 * The idempotency keys of a page (decision 9): a fresh random 128-bit key for each wish to join, kept while no answer
 * came, so that trying again after a lost answer does not put the guest in line twice.
 */
export function createJoinIntents() {
  let open: { wish: string; key: string } | null = null;
  return {
    /** The key for this request. Another wording is another wish. */
    keyFor(request: JoinRequest): string {
      const wish = JSON.stringify(request);
      if (open?.wish !== wish) open = { wish, key: randomKey() };
      return open.key;
    },
    /** The call ended. An answer settles the wish; a lost answer or a fault of the server's leaves it open. */
    settle(failure?: ApiError): void {
      const unknown = failure !== undefined && (failure.status === 0 || failure.status >= 500);
      if (!unknown) open = null;
    },
  };
}

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
