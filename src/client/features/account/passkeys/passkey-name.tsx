import { useEffect, useRef } from 'react';
import { passkeyNameForm } from '../../../../shared/contracts/account/passkeys.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import edit from '../../../member-area/form/edit-form.module.css';
import { FormButtons } from '../../../member-area/form/form-buttons.tsx';
import { CheckedForm } from '../../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../../site/form/use-checked-form.ts';
import { Field } from '../../../ui/form/field.tsx';
import { useCall } from '../use-call.ts';

const say = securityCopy.passkeys;

type Props = {
  /** The name that the form suggests. */
  name: string;
  submit: string;
  failed: string;
  /** Saves the name. Resolves to null if nothing was saved. */
  call: (typed: { name: string }) => Promise<unknown>;
  onDone: () => void;
  onCancel: () => void;
};

export function PasskeyName({ name, submit, failed, call, onDone, onCancel }: Props) {
  const form = useCheckedForm(passkeyNameForm);
  const { busy, run } = useCall({ failed, onFieldErrors: form.showServerErrors });
  const input = useRef<HTMLInputElement>(null);
  // This form has replaced the password's form, so the focus moves to this field.
  useEffect(() => input.current?.focus(), []);

  async function save(typed: { name: string }): Promise<void> {
    const done = await run(() => call(typed));
    if (done !== null && done.answer !== null) onDone();
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void save(typed)}>
      <Field label={say.name} hint={say.nameHint} error={form.errors['name']}>
        {(control) => (
          <input {...control} ref={input} name="name" type="text" autoComplete="off" defaultValue={name} />
        )}
      </Field>
      <FormButtons submit={submit} busyLabel={say.busy} busy={busy} onCancel={onCancel} />
    </CheckedForm>
  );
}
