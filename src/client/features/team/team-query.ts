import { queryOptions } from '@tanstack/react-query';
import { businessesAnswer, offerAnswer, teamView } from '../../../shared/contracts/team.ts';
import { request } from '../../lib/api.ts';

/** `GET /auth/team`: members and invitations. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => request('GET', '/auth/team', { schema: teamView, signal }),
  staleTime: 1_000,
});

/** `GET /auth/businesses`: the businesses of the person. */
export const businessesQuery = queryOptions({
  queryKey: ['businesses'],
  queryFn: ({ signal }) => request('GET', '/auth/businesses', { schema: businessesAnswer, signal }),
  staleTime: 1_000,
});

/** `GET /auth/team/ownership`: the open offer of ownership. */
export const offerQuery = queryOptions({
  queryKey: ['ownership'],
  queryFn: ({ signal }) => request('GET', '/auth/team/ownership', { schema: offerAnswer, signal }),
  staleTime: 1_000,
});
