import { useMutation, useQueryClient } from '@tanstack/react-query';
import { userView } from '../../../shared/account.ts';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import { request } from '../../lib/api.ts';
import { ownerKey, type OwnerSnapshot } from '../../owner-area/owner-query.ts';
import { dismissToasts, toast } from '../../ui/toast.tsx';

const { toasts, tools } = ownerCopy;

/** Pauses joining at a location and resumes it (decision 10). It shows at once, and goes back when the server refuses. */
export function usePause(location: { id: string; paused: boolean }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: async (paused: boolean) => {
      const askedAtMs = performance.now();
      const user = await request('PATCH', `/auth/locations/${location.id}`, {
        body: { paused },
        schema: userView,
      });
      // An answer of /auth/me still on its way may be older than this one.
      await queryClient.cancelQueries({ queryKey: ownerKey });
      queryClient.setQueryData<OwnerSnapshot>(ownerKey, { user, askedAtMs });
    },
    onMutate: () => dismissToasts(),
    onSuccess: (_nothing, paused) =>
      void (paused
        ? toast(tools.pausedDone, { body: tools.pausedBody })
        : toast(tools.resumedDone, { body: tools.resumedBody })),
    onError: (error, paused) =>
      void toast(paused ? tools.pauseFailed : tools.resumeFailed, {
        tone: 'bad',
        body: error.message || toasts.tryAgain,
      }),
  });
  return {
    paused: change.isPending ? change.variables : location.paused,
    setPaused(paused: boolean): void {
      if (!change.isPending) change.mutate(paused);
    },
  };
}
