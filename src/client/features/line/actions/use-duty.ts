import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serversAnswer } from '../../../../shared/contracts/line.ts';
import type { LocationView, PeopleOnDuty } from '../../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { request } from '../../../lib/api.ts';
import type { LiveState } from '../../../lib/live-socket.ts';
import { useMay } from '../../../owner-area/may.tsx';
import { useOwner } from '../../../owner-area/owner-context.ts';
import { ownerKey } from '../../../owner-area/owner-query.ts';
import { toast } from '../../../ui/status/toast.tsx';
import type { Switch } from '../desk/use-line-controls.ts';

/**
 * The people on duty at a location, and whether the person at this page is one of them. `own`: null if the role goes on
 * no duty.
 */
export type Duty = { people: PeopleOnDuty; own: Switch | null };

/**
 * A change of the own duty shows at once, and is undone if the server refuses. The people arrive by the live socket;
 * without one the page asks for them.
 */
export function useDuty(location: LocationView | undefined, connection: LiveState): Duty {
  const queryClient = useQueryClient();
  const { actor } = useOwner().user;
  const may = useMay('PUT /auth/locations/:id/duty');
  const change = useMutation({
    scope: { id: `duty at ${location?.id}` },
    mutationFn: async (on: boolean) => {
      await request('PUT', `/auth/locations/${location?.id}/duty`, { body: { on }, schema: serversAnswer });
      if (connection !== 'live') await queryClient.invalidateQueries({ queryKey: ownerKey });
    },
    onError: (error) =>
      void toast(deskCopy.duty.failed, { tone: 'bad', body: error.message || ownerCopy.toasts.tryAgain }),
  });
  const people = location?.onDuty ?? [];
  if (!may || location === undefined) return { people, own: null };
  const on = change.isPending ? change.variables : people.some((one) => one.actor === actor);
  return { people, own: { on, set: (next) => change.mutate(next) } };
}
