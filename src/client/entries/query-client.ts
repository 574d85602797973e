import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';
import { memberKey } from '../member-area/member-query.ts';

/**
 * The query cache of the members' area. After a refusal with the code `not_logged_in` every page of this area redirects
 * to /login.
 */
export function createQueryClient(): QueryClient {
  const leaveWhenLoggedOut = (error: Error): void => {
    if (error instanceof ApiError && error.code === 'not_logged_in')
      queryClient.setQueryData(memberKey, null);
  };
  const queryClient = new QueryClient({
    defaultOptions: {
      // 'always': without a network a call fails at once with an error and does not wait for the network.
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always', retry: false },
    },
    queryCache: new QueryCache({ onError: leaveWhenLoggedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenLoggedOut }),
  });
  return queryClient;
}
