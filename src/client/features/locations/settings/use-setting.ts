import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userAnswer } from '../../../../shared/contracts/account.ts';
import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import { settingsCopy } from '../../../../shared/copy/en/settings.ts';
import type { AllSettings, SettingName } from '../../../../shared/queue/settings.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { ApiError, request } from '../../../lib/api.ts';
import { ownerKey } from '../../../owner-area/owner-query.ts';
import { useAccountUpdate } from '../../../owner-area/use-account-update.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';

const say = settingsCopy.queue;

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed';

type Setting<Value> = {
  /** What the control shows: what is on its way to the server, else what the server has. */
  value: Value;
  state: SaveState;
  /** Why the last save failed, until the next one. */
  error: string | undefined;
  save: (value: Value) => void;
};

/**
 * One setting of a location, saved by itself (`PATCH /auth/locations/{id}`). A save that fails takes the control back
 * to the server's value and says so in a toast, which outlives the page. `label` is what the owner calls the setting.
 */
export function useSetting<Name extends SettingName>(
  location: LocationView,
  name: Name,
  label: string,
): Setting<AllSettings[Name]> {
  const queryClient = useQueryClient();
  const updateAccount = useAccountUpdate();
  const [wanted, setWanted] = useState<{ value: AllSettings[Name] }>();
  const known: AllSettings = { ...location.settings, paused: location.paused, timezone: location.timezone };

  const { mutate, status, error } = useMutation({
    // One after the other: else the answer to an older change could come last and show what is no longer so.
    scope: { id: `settings of ${location.id}` },
    mutationFn: (value: AllSettings[Name]) =>
      updateAccount(() =>
        request('PATCH', `/auth/locations/${location.id}`, { body: { [name]: value }, schema: userAnswer }),
      ),
    onMutate: () => dismissToasts(),
    onError: (error) => {
      toast(say.saveFailed(label), { tone: 'bad', body: reason(error) });
      // Where no answer came, or the location has gone, only the server knows what is so now.
      void queryClient.invalidateQueries({ queryKey: ownerKey });
    },
  });

  return {
    value: wanted ? wanted.value : known[name],
    state: wanted ? 'saving' : savedState[status],
    error: !wanted && error ? reason(error) : undefined,
    save: (value) => {
      // At once, and not when the mutation tells of itself a tick later: the control would jump back in between.
      setWanted({ value });
      mutate(value, { onSettled: () => setWanted(undefined) });
    },
  };
}

const savedState = { idle: 'idle', pending: 'saving', success: 'saved', error: 'failed' } as const;

/** The server's sentence (of the field, where it names one), else the fallback. */
function reason(error: Error): string {
  return (error instanceof ApiError && error.message) || ownerCopy.toasts.tryAgain;
}
