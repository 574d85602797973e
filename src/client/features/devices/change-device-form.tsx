import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceForm, type DevicesAnswer } from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { request } from '../../lib/api.ts';
import edit from '../../member-area/form/edit-form.module.css';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { toast } from '../../ui/status/toast.tsx';
import { useCall } from '../account/use-call.ts';
import { IdleField, NameField } from './device-fields.tsx';
import { devicesQuery } from './device-queries.ts';

const say = devicesCopy.change;

type Props = { device: DevicesAnswer['devices'][number]; onClose: () => void };

/** The form that changes a device's name and the time without touches after which the device locks. */
export function ChangeDeviceForm({ device: { id, name, idleMinutes: before }, onClose }: Props) {
  const queryClient = useQueryClient();
  const form = useCheckedForm(deviceForm);
  const [idleMinutes, setIdleMinutes] = useState(before);
  const { busy, run } = useCall({ failed: say.failed, onFieldErrors: form.showServerErrors });

  async function save(typed: { name: string }): Promise<void> {
    const done = await run(() =>
      request('PATCH', `/auth/devices/${id}`, { body: { ...typed, idleMinutes } }),
    );
    await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
    if (!done) return;
    onClose();
    toast(say.done);
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void save(typed)}>
      <NameField name={name} error={form.errors['name']} />
      <IdleField minutes={idleMinutes} onChoose={setIdleMinutes} />
      <FormButtons submit={say.submit} busyLabel={say.busy} busy={busy} onCancel={onClose} />
    </CheckedForm>
  );
}
