import { useQueryClient } from '@tanstack/react-query';
import { memberKey, type MemberSnapshot } from './member-query.ts';

/** Makes a call that returns the updated user, and stores this user in the query cache. */
export function useAccountUpdate() {
  const queryClient = useQueryClient();
  return async (call: () => Promise<MemberSnapshot['user']>): Promise<void> => {
    const askedAtMs = performance.now();
    const user = await call();
    // A pending answer of /auth/me may be older than this answer.
    await queryClient.cancelQueries({ queryKey: memberKey });
    queryClient.setQueryData<MemberSnapshot>(memberKey, { user, askedAtMs });
  };
}
