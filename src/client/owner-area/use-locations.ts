/** Adding and removing locations: the calls, their toasts, and the owner's data they answer with (spec sections 5, 7 and 8). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { userView } from '../../shared/account.ts';
import { ownerCopy } from '../../shared/copy/owner.ts';
import { cleanLine } from '../../shared/typed-text.ts';
import { request } from '../lib/api.ts';
import { dismissToasts, toast } from '../ui/toast.tsx';
import { ownerKey, type OwnerSnapshot } from './owner-query.ts';

const say = ownerCopy.toasts;

/** Takes over the user object that a call answered with. */
function useTakeOver() {
  const queryClient = useQueryClient();
  return async (call: () => Promise<OwnerSnapshot['user']>): Promise<void> => {
    const askedAtMs = performance.now();
    const user = await call();
    // An answer of /auth/me still on its way may be older than this one.
    await queryClient.cancelQueries({ queryKey: ownerKey });
    queryClient.setQueryData<OwnerSnapshot>(ownerKey, { user, askedAtMs });
  };
}

export function useAddLocation() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: (address: string) =>
      takeOver(() =>
        request('POST', '/auth/locations', {
          body: { address: cleanLine(address), timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
          schema: userView,
        }),
      ),
    onMutate: () => dismissToasts(),
    onSuccess: () => toast(say.locationAdded, { body: say.locationAddedBody }),
    onError: (error) => toast(say.addFailed, { tone: 'bad', body: error.message || say.tryAgain }),
  });
}

export function useRemoveLocation() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: (locationId: string) =>
      takeOver(() => request('DELETE', `/auth/locations/${locationId}`, { schema: userView })),
    onMutate: () => dismissToasts(),
    onSuccess: () => toast(say.locationRemoved, { body: say.locationRemovedBody }),
    onError: (error) => toast(say.removeLocationFailed, { tone: 'bad', body: error.message || say.tryAgain }),
  });
}
