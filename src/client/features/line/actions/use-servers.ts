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
 * The number of people who serve now. Staff set this number. The page shows a change at once, and undoes it if the
 * Worker refuses. The live socket sends the new number; without a live socket the page refetches the number.
 */
export function useServers(location: LocationView | undefined, connection: LiveState): Servers {
  const queryClient = useQueryClient();
  const change = useMutation({
    // A second change is sent after the answer to the first change.
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
