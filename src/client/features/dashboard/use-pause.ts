import { useMutation } from '@tanstack/react-query';
import { userAnswer } from '../../../shared/account.ts';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import { request } from '../../lib/api.ts';
import { useTakeOver } from '../../owner-area/use-take-over.ts';
import { dismissToasts, toast } from '../../ui/toast.tsx';

const { toasts, tools } = ownerCopy;

/** Pauses joining at a location and resumes it (decision 10). It shows at once, and goes back when the server refuses. */
export function usePause(location: { id: string; paused: boolean }) {
  const takeOver = useTakeOver();
  const change = useMutation({
    mutationFn: (paused: boolean) =>
      takeOver(() =>
        request('PATCH', `/auth/locations/${location.id}`, { body: { paused }, schema: userAnswer }),
      ),
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
