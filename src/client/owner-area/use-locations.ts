/** Adding and removing locations: the calls, their toasts, and the owner's data they answer with (spec sections 5, 7 and 8). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { userAnswer } from '../../shared/account.ts';
import { ownerCopy } from '../../shared/copy/owner.ts';
import { cleanLine } from '../../shared/typed-text.ts';
import { ApiError, request } from '../lib/api.ts';
import { dismissToasts, toast } from '../ui/toast.tsx';
import { ownerKey, type OwnerSnapshot } from './owner-query.ts';
import { useTakeOver } from './use-take-over.ts';

const say = ownerCopy.toasts;

export function useAddLocation() {
  const queryClient = useQueryClient();
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: (address: string) =>
      takeOver(() =>
        request('POST', '/auth/locations', {
          body: { address: cleanLine(address), timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
          schema: userAnswer,
        }),
      ),
    onMutate: () => dismissToasts(),
    onSuccess: () => toast(say.locationAdded, { body: say.locationAddedBody }),
    onError: (error) => {
      const max = queryClient.getQueryData<OwnerSnapshot | null>(ownerKey)?.user.maxLocations;
      if (error instanceof ApiError && error.code === 'limit_reached' && max !== undefined) {
        toast(say.limitReached, { tone: 'bad', body: say.limitReachedBody(max) });
        // Another tab was faster: this one catches up.
        void queryClient.invalidateQueries({ queryKey: ownerKey });
        return;
      }
      toast(say.addFailed, { tone: 'bad', body: error.message || say.tryAgain });
    },
  });
}

export function useRemoveLocation() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: (locationId: string) =>
      takeOver(() => request('DELETE', `/auth/locations/${locationId}`, { schema: userAnswer })),
    onMutate: () => dismissToasts(),
    onSuccess: () => toast(say.locationRemoved, { body: say.locationRemovedBody }),
    onError: (error) => toast(say.removeLocationFailed, { tone: 'bad', body: error.message || say.tryAgain }),
  });
}
