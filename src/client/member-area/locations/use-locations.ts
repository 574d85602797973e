/** Adds, edits and removes locations: makes the calls, shows toasts, and updates the member's data. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountAnswer } from '../../../shared/contracts/account/view.ts';
import type { ChangeAddressRequest } from '../../../shared/contracts/locations.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { settingsCopy } from '../../../shared/copy/owner/settings.ts';
import { cleanLine } from '../../../shared/typing/typed-text.ts';
import { ApiError, request } from '../../lib/api.ts';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import { memberKey, type MemberSnapshot } from '../member-query.ts';
import { useAccountUpdate } from '../use-account-update.ts';

const say = ownerCopy.toasts;
const { page } = settingsCopy;

export function useAddLocation() {
  const queryClient = useQueryClient();
  const updateAccount = useAccountUpdate();
  return useMutation({
    mutationFn: (address: string) =>
      updateAccount(() =>
        request('POST', '/auth/locations', {
          body: { address: cleanLine(address), timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
          schema: accountAnswer,
        }),
      ),
    onMutate: () => dismissToasts(),
    onSuccess: () => toast(say.locationAdded, { body: say.locationAddedBody }),
    onError: (error) => {
      const max = queryClient.getQueryData<MemberSnapshot | null>(memberKey)?.user.maxLocations;
      if (error instanceof ApiError && error.code === 'limit_reached' && max !== undefined) {
        toast(say.limitReached, { tone: 'bad', body: say.limitReachedBody(max) });
        // Another tab has changed the locations, so the member's data is refetched.
        void queryClient.invalidateQueries({ queryKey: memberKey });
        return;
      }
      toast(say.addFailed, { tone: 'bad', body: error.message || say.tryAgain });
    },
  });
}

/** @param onFieldErrors shows the server's error at the field */
export function useChangeAddress(
  locationId: string,
  onFieldErrors: (found: Record<string, string[]>) => void,
) {
  const updateAccount = useAccountUpdate();
  return useMutation({
    mutationFn: (body: ChangeAddressRequest) =>
      updateAccount(() =>
        request('PUT', `/auth/locations/${locationId}/address`, { body, schema: accountAnswer }),
      ),
    onMutate: () => dismissToasts(),
    onSuccess: () => toast(page.addressSaved),
    onError: (error) => {
      if (error instanceof ApiError) onFieldErrors(error.fieldErrors);
      toast(page.addressNotSaved, { tone: 'bad', body: error.message || say.tryAgain });
    },
  });
}

export function useRemoveLocation() {
  const updateAccount = useAccountUpdate();
  return useMutation({
    mutationFn: (locationId: string) =>
      updateAccount(() => request('DELETE', `/auth/locations/${locationId}`, { schema: accountAnswer })),
    onMutate: () => dismissToasts(),
    onSuccess: () => toast(say.locationRemoved, { body: say.locationRemovedBody }),
    onError: (error) => toast(say.removeLocationFailed, { tone: 'bad', body: error.message || say.tryAgain }),
  });
}
