import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '../account/use-call.ts';
import { businessesQuery, offerQuery, teamQuery } from './team-query.ts';

type About = Parameters<typeof useCall>[0];

/** `useCall` that also refetches the team, the offer of ownership and the businesses after the call. */
export function useTeamCall(about: About) {
  const queryClient = useQueryClient();
  const { busy, run } = useCall(about);
  return {
    busy,
    async run<Answer>(call: () => Promise<Answer>): Promise<{ answer: Answer } | null> {
      const done = await run(call);
      for (const { queryKey } of [teamQuery, offerQuery, businessesQuery])
        void queryClient.invalidateQueries({ queryKey });
      return done;
    },
  };
}
