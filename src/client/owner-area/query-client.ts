import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';
import { ownerKey } from './owner-query.ts';

/** The one cache of the owner's area. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // 'always': a call made without a network fails at once and says so, instead of hanging until it is back.
    queries: { networkMode: 'always', retry: false },
    mutations: { networkMode: 'always', retry: false },
  },
  queryCache: new QueryCache({ onError: leaveWhenLoggedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenLoggedOut }),
});

/** The session has ended: whatever page stands here leads to /login. */
function leaveWhenLoggedOut(error: Error): void {
  if (error instanceof ApiError && error.code === 'not_logged_in') queryClient.setQueryData(ownerKey, null);
}
