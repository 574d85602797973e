import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountAnswer } from '../../../../shared/contracts/account/view.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { settingsCopy } from '../../../../shared/copy/owner/settings.ts';
import type { AllSettings, SettingName } from '../../../../shared/queue/settings.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { ApiError, request } from '../../../lib/api.ts';
import { memberKey } from '../../../member-area/member-query.ts';
import { useAccountUpdate } from '../../../member-area/use-account-update.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';

const say = settingsCopy.queue;

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed';

type Setting<Value> = {
  /** The value to show: the value that is being saved, otherwise the server's value. */
  value: Value;
  state: SaveState;
  /** The error of the last save, until the next save. */
  error: string | undefined;
  save: (value: Value) => void;
};

/**
 * Saves one setting of a location (`PATCH /auth/locations/{id}`). If a save fails, the control shows the server's value
 * again. A toast reports the failure, even if the member has gone to another page. `label`: the setting's name for the
 * owner.
 */
export function useSetting<Name extends SettingName>(
  location: LocationView,
  name: Name,
  label: string,
): Setting<AllSettings[Name]> {
  const queryClient = useQueryClient();
  const updateAccount = useAccountUpdate();
  const [wanted, setWanted] = useState<{ value: AllSettings[Name] }>();
  const { settings, paused, timezone } = location;
  const known: AllSettings = { ...settings, paused, timezone, memberCharts: settings.memberCharts ?? false };

  const { mutate, status, error } = useMutation({
    // Saves run one after the other, so that the answer to an older change never arrives last and shows an old value.
    scope: { id: `settings of ${location.id}` },
    mutationFn: (value: AllSettings[Name]) =>
      updateAccount(() =>
        request('PATCH', `/auth/locations/${location.id}`, {
          body: { [name]: value },
          schema: accountAnswer,
        }),
      ),
    onMutate: () => dismissToasts(),
    onError: (error) => {
      toast(say.saveFailed(label), { tone: 'bad', body: reason(error) });
      // The value is refetched, because the page does not know the value if no answer came or if the answer lacks the
      // location.
      void queryClient.invalidateQueries({ queryKey: memberKey });
    },
  });

  return {
    value: wanted ? wanted.value : known[name],
    state: wanted ? 'saving' : savedState[status],
    error: !wanted && error ? reason(error) : undefined,
    save: (value) => {
      // Stores the new value at once, because the state of the mutation changes only a moment later. Until then the
      // control would show the old value.
      setWanted({ value });
      // Clears the stored value only after the answer has reached the page. If it were cleared earlier, the control
      // would show the old value for a moment.
      mutate(value, { onSettled: () => notifyManager.schedule(() => setWanted(undefined)) });
    },
  };
}

const savedState = { idle: 'idle', pending: 'saving', success: 'saved', error: 'failed' } as const;

/** The server's error message, or the fallback. */
function reason(error: Error): string {
  return (error instanceof ApiError && error.message) || ownerCopy.toasts.tryAgain;
}
