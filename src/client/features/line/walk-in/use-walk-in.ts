import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { WalkInRequest } from '../../../../shared/contracts/line.ts';
import { visitAnswer } from '../../../../shared/contracts/queue-view.ts';
import { ApiError, request } from '../../../lib/api.ts';
import { memberKey } from '../../../member-area/member-query.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { createIdempotencyKeys } from './idempotency-key.ts';
import { quoteKey } from './use-quote.ts';
import type { WalkInDraft } from './walk-in-draft.ts';

const say = ownerCopy.walkIn;

export const walkInKey = (locationId: string) => ['walk-in', locationId] as const;

export type AddWalkIn = ReturnType<typeof useWalkIn>;

/**
 * Adds a guest who is at the door and has no phone for the QR code. The panel shows a failure; if the panel was closed
 * before the answer, a toast shows the failure. `onAdded` gets the visit's id and the sent draft. `onAdded` is called
 * before the mutation ends, and even if the panel was closed.
 */
export function useWalkIn(
  locationId: string,
  isPanelOpen: boolean,
  onAdded: (visitId: string, sent: WalkInDraft) => void,
) {
  const queryClient = useQueryClient();
  const [keys] = useState(createIdempotencyKeys);
  /** Whether the panel is open now. This is a ref, because an answer may arrive after the last render. */
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = isPanelOpen;
    return () => {
      isOpen.current = false;
    };
  }, [isPanelOpen]);
  return useMutation({
    mutationKey: walkInKey(locationId),
    mutationFn: ({ walkIn }: { walkIn: WalkInRequest; draft: WalkInDraft }) =>
      request('POST', `/auth/locations/${locationId}/visits`, {
        body: walkIn,
        schema: visitAnswer,
        headers: { 'Idempotency-Key': keys.keyFor(walkIn) },
      }),
    onMutate: ({ walkIn }) => dismissToasts(fullName(walkIn)),
    onSuccess({ customer }, { draft }) {
      keys.complete();
      onAdded(customer.id, draft);
      toast(say.done, { body: say.doneBody(fullName(customer), customer.position ?? 1) });
      // Usually the live socket has already sent the change. Without a live socket, this refetch gets the new visit.
      void queryClient.invalidateQueries({ queryKey: memberKey });
      void queryClient.invalidateQueries({ queryKey: quoteKey });
    },
    onError(error, { walkIn }) {
      if (!isOpen.current)
        toast(say.failed, { tone: 'bad', about: fullName(walkIn), body: walkInFailure(error) });
      // After a lost answer or a server error it is unknown whether the guest is in line, so the key is kept.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) keys.complete();
    },
  });
}

/**
 * The reason why the guest was not added, in words for staff, because the server's sentences for some refusals are for
 * guests.
 */
export function walkInFailure(error: Error): string {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'no_credits') return say.noCredits;
  if (code === 'trial_expired') return say.trialOver;
  return error.message || ownerCopy.toasts.tryAgain;
}
