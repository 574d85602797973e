import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serversAnswer } from '../../../../shared/contracts/line.ts';
import type { LocationView, PeopleOnDuty } from '../../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { request } from '../../../lib/api.ts';
import type { LiveState } from '../../../lib/live-socket.ts';
import { useMay } from '../../../member-area/may.tsx';
import { useMember } from '../../../member-area/member-context.ts';
import { memberKey } from '../../../member-area/member-query.ts';
import { toast } from '../../../ui/status/toast.tsx';
import type { Switch } from '../desk/use-line-controls.ts';

/**
 * The people on duty at a location, and the duty of the person at this page (`own`). `own` is null if the person's role
 * cannot go on duty.
 */
export type Duty = { people: PeopleOnDuty; own: Switch | null };

/**
 * The page shows a change of the person's own duty at once, and undoes the change if the server refuses. The live
 * socket sends the list of people on duty; without a live socket the page refetches this list.
 */
export function useDuty(location: LocationView | undefined, connection: LiveState): Duty {
  const queryClient = useQueryClient();
  const { actor } = useMember().user;
  const may = useMay('PUT /auth/locations/:id/duty');
  const change = useMutation({
    scope: { id: `duty at ${location?.id}` },
    mutationFn: async (on: boolean) => {
      await request('PUT', `/auth/locations/${location?.id}/duty`, { body: { on }, schema: serversAnswer });
      if (connection !== 'live') await queryClient.invalidateQueries({ queryKey: memberKey });
    },
    onError: (error) =>
      void toast(deskCopy.duty.failed, { tone: 'bad', body: error.message || ownerCopy.toasts.tryAgain }),
  });
  const people = location?.onDuty ?? [];
  if (!may || location === undefined) return { people, own: null };
  const on = change.isPending ? change.variables : people.some((one) => one.actor === actor);
  return { people, own: { on, set: (next) => change.mutate(next) } };
}
