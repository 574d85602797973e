import { queryOptions } from '@tanstack/react-query';
import { securityView } from '../../../shared/contracts/account/security.ts';
import { request } from '../../lib/api.ts';

/** `GET /auth/security`: email address, second step and sessions. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => request('GET', '/auth/security', { schema: securityView, signal }),
  staleTime: 1_000,
});
