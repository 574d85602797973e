import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';
import { ownerKey } from '../owner-area/owner-query.ts';

/** The one cache of the owner's area. When the session has ended, every page of the area leads to /login. */
export function createQueryClient(): QueryClient {
  const leaveWhenLoggedOut = (error: Error): void => {
    if (error instanceof ApiError && error.code === 'not_logged_in') queryClient.setQueryData(ownerKey, null);
  };
  const queryClient = new QueryClient({
    defaultOptions: {
      // 'always': a call made without a network fails at once and says so, instead of hanging until it is back.
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always', retry: false },
    },
    queryCache: new QueryCache({ onError: leaveWhenLoggedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenLoggedOut }),
  });
  return queryClient;
}
