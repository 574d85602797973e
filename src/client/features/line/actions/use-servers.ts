import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serversAnswer } from '../../../../shared/contracts/line.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { request } from '../../../lib/api.ts';
import type { LiveState } from '../../../lib/live-socket.ts';
import { memberKey } from '../../../member-area/member-query.ts';
import { toast } from '../../../ui/status/toast.tsx';

export type Servers = { count: number | null; set: (count: number | null) => void };

/**
 * The number of servers on duty, which staff tell. A change shows at once, and is undone if the server refuses. The new
 * number arrives by the live socket; without one the page asks for it.
 */
export function useServers(location: LocationView | undefined, connection: LiveState): Servers {
  const queryClient = useQueryClient();
  const change = useMutation({
    // A second change waits for the answer to the first one, and is then sent.
    scope: { id: `servers of ${location?.id}` },
    mutationFn: async (servers: number | null) => {
      const path = `/auth/locations/${location?.id}/servers`;
      await request('PUT', path, { body: { servers }, schema: serversAnswer });
      if (connection !== 'live') await queryClient.invalidateQueries({ queryKey: memberKey });
    },
    onError: (error) =>
      void toast(deskCopy.servers.failed, { tone: 'bad', body: error.message || ownerCopy.toasts.tryAgain }),
  });
  return {
    count: change.isPending ? change.variables : (location?.servers ?? null),
    set(count: number | null): void {
      if (location !== undefined) change.mutate(count);
    },
  };
}
