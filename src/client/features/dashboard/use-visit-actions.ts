import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import { customerKey, visitAnswer, type LocationView, type VisitView } from '../../../shared/queue-view.ts';
import { request } from '../../lib/api.ts';
import type { LiveState } from '../../lib/live-socket.ts';
import { ownerKey, type OwnerSnapshot } from '../../owner-area/owner-query.ts';
import { dismissToasts, toast } from '../../ui/toast.tsx';
import { placeVisits } from './apply-change.ts';
import type { LiveView } from './live-view.ts';
import { liveKey } from './use-live-location.ts';

export type VisitAction = { kind: 'admit' | 'remove'; visit: VisitView };

/** The next guest's buttons move under the finger: the second tap of a double tap must not act on them. */
const REST_AFTER_TAP_MS = 400;

const say = ownerCopy.toasts;

/**
 * Admit and remove, one at a time. The row leaves at once (`leavingId`) and comes back when the server refuses; the
 * answer is written into the page's data, and where no live socket confirms it the owner's data is asked for anew.
 */
export function useVisitActions(username: string, locationId: string | undefined, connection: LiveState) {
  const queryClient = useQueryClient();
  const [resting, setResting] = useState(false);

  useEffect(() => {
    if (!resting) return undefined;
    const timer = setTimeout(() => setResting(false), REST_AFTER_TAP_MS);
    return () => clearTimeout(timer);
  }, [resting]);

  function placeAnswer(visit: VisitView): void {
    const place = (view: LocationView) =>
      // Already placed by the socket, and perhaps changed again since: that is newer than this answer.
      view.id === locationId && view.queue.some((waiting) => waiting.id === visit.id)
        ? placeVisits(view, [visit])
        : view;
    queryClient.setQueryData<LiveView>(
      liveKey(locationId),
      (live) => live && { ...live, view: place(live.view) },
    );
    queryClient.setQueryData<OwnerSnapshot | null>(
      ownerKey,
      (owner) => owner && { ...owner, user: { ...owner.user, locations: owner.user.locations.map(place) } },
    );
  }

  const mutation = useMutation({
    mutationFn: ({ kind, visit }: VisitAction) => {
      const path = `/auth/business/${encodeURIComponent(username)}/queue/${encodeURIComponent(customerKey(visit))}`;
      // Saves the server the search among the owner's other locations.
      const where = locationId === undefined ? '' : `?locationId=${locationId}`;
      return kind === 'admit'
        ? request('POST', `${path}/admit${where}`, { schema: visitAnswer })
        : request('DELETE', `${path}${where}`, { schema: visitAnswer });
    },
    onSuccess({ customer }, { kind, visit: { firstName, lastName } }) {
      placeAnswer(customer);
      if (connection !== 'live') void queryClient.invalidateQueries({ queryKey: ownerKey });
      if (kind === 'admit') toast(say.admitted, { body: say.admittedBody(firstName, lastName) });
      else toast(say.removed, { body: say.removedBody(firstName, lastName) });
    },
    onError(error, { kind }) {
      toast(kind === 'admit' ? say.admitFailed : say.removeFailed, {
        tone: 'bad',
        body: error.message || say.tryAgain,
      });
      // Refused because this page was behind, most likely: it catches up.
      void queryClient.invalidateQueries({ queryKey: ownerKey });
    },
  });

  return {
    /** While true, Admit, Remove and Refresh do nothing (spec section 4). */
    acting: mutation.isPending || resting,
    leavingId: mutation.isPending ? mutation.variables.visit.id : undefined,
    act(action: VisitAction): void {
      if (mutation.isPending || resting) return;
      // What an earlier try came to must not stand beside this one's outcome.
      dismissToasts();
      setResting(true);
      mutation.mutate(action);
    },
  };
}
