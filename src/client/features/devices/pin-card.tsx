import { useQuery, useQueryClient } from '@tanstack/react-query';
import { setPinRequest, type SetPinRequest } from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { PIN_MAX_LENGTH } from '../../../shared/limits.ts';
import { request } from '../../lib/api.ts';
import cards from '../../member-area/cards.module.css';
import { Disclosure } from '../../member-area/form/disclosure.tsx';
import edit from '../../member-area/form/edit-form.module.css';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
import { NotLoadedCard } from '../../member-area/not-loaded-card.tsx';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import { PasswordAndCode } from '../account/password-and-code.tsx';
import { useSecondStep, withPasskey } from '../account/second-step/use-second-step.ts';
import { useCall } from '../account/use-call.ts';
import { pinQuery } from './device-queries.ts';

const say = devicesCopy.pin;

/** Sets, changes and removes the PIN by which the person unlocks devices. */
export function PinCard() {
  const queryClient = useQueryClient();
  const { data, isLoadingError, refetch } = useQuery(pinQuery);
  const { busy, run } = useCall({ failed: say.removeFailed });
  if (isLoadingError) return <NotLoadedCard title={say.title} onAgain={() => void refetch()} />;
  if (data === undefined) return null;

  async function remove(): Promise<void> {
    const done = await run(() => request('DELETE', '/auth/pin'));
    await queryClient.invalidateQueries({ queryKey: pinQuery.queryKey });
    if (done) toast(say.removed);
  }

  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <p className={cards.value}>{data.isLocked ? say.isLocked : data.isSet ? say.isSet : say.none}</p>
      <div className={cards.actions}>
        <Disclosure label={data.isSet ? say.change : say.set}>
          {(close) => <PinForm onClose={close} />}
        </Disclosure>
        {data.isSet && (
          <Button tone="quiet" busy={busy} onClick={() => void remove()}>
            {say.remove}
          </Button>
        )}
      </div>
    </Card>
  );
}

function PinForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useCheckedForm(setPinRequest);
  const secondStep = useSecondStep();
  const { busy, run } = useCall({ failed: say.failed, onFieldErrors: form.showServerErrors });

  async function save(typed: SetPinRequest): Promise<void> {
    const done = await run(async () => {
      const body = await withPasskey(secondStep, typed);
      return request('PUT', '/auth/pin', { body });
    });
    if (!done) return;
    await queryClient.invalidateQueries({ queryKey: pinQuery.queryKey });
    toast(say.saved);
    onClose();
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void save(typed)}>
      <Field label={say.label} hint={say.hint} error={form.errors['pin']}>
        {(control) => (
          <input
            {...control}
            name="pin"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={PIN_MAX_LENGTH}
          />
        )}
      </Field>
      <PasswordAndCode errors={form.errors} />
      <FormButtons submit={say.save} busyLabel={say.saving} busy={busy} onCancel={onClose} />
    </CheckedForm>
  );
}
