import { useQueryClient } from '@tanstack/react-query';
import { ownerKey, type OwnerSnapshot } from './owner-query.ts';

/** Makes a call that returns the updated user, and stores that user in the query cache. */
export function useAccountUpdate() {
  const queryClient = useQueryClient();
  return async (call: () => Promise<OwnerSnapshot['user']>): Promise<void> => {
    const askedAtMs = performance.now();
    const user = await call();
    // A pending answer of /auth/me may be older than this answer.
    await queryClient.cancelQueries({ queryKey: ownerKey });
    queryClient.setQueryData<OwnerSnapshot>(ownerKey, { user, askedAtMs });
  };
}
