import { useMutation } from '@tanstack/react-query';
import { accountAnswer } from '../../../../shared/contracts/account/view.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { request } from '../../../lib/api.ts';
import { useAccountUpdate } from '../../../member-area/use-account-update.ts';
import type { Switch } from '../desk/use-line-controls.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';

const { toasts, tools } = ownerCopy;

/** Pauses and resumes joining at a location. The page shows the change at once, and undoes it if the server refuses. */
export function usePause(location: { id: string; paused: boolean } | undefined): Switch {
  const updateAccount = useAccountUpdate();
  const change = useMutation({
    // If the person taps again before the answer to the first change has arrived, the second change is sent after this
    // answer.
    scope: { id: `settings of ${location?.id}` },
    mutationFn: (paused: boolean) =>
      updateAccount(() =>
        request('PATCH', `/auth/locations/${location?.id}`, { body: { paused }, schema: accountAnswer }),
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
    on: change.isPending ? change.variables : (location?.paused ?? false),
    set(paused: boolean): void {
      if (location !== undefined) change.mutate(paused);
    },
  };
}
