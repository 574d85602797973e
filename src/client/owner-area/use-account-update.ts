import { useQueryClient } from '@tanstack/react-query';
import { ownerKey, type OwnerSnapshot } from './owner-query.ts';

/** Makes a call that answers the updated user object, and shows that user from then on. */
export function useAccountUpdate() {
  const queryClient = useQueryClient();
  return async (call: () => Promise<OwnerSnapshot['user']>): Promise<void> => {
    const askedAtMs = performance.now();
    const user = await call();
    // An answer of /auth/me still on its way may be older than this one.
    await queryClient.cancelQueries({ queryKey: ownerKey });
    queryClient.setQueryData<OwnerSnapshot>(ownerKey, { user, askedAtMs });
  };
}
