import { useEffect, useRef, useState } from 'react';
import { passkeyNameForm, passkeyOptions, type PasskeyOptions } from '../../../shared/contracts/passkeys.ts';
import { securityCopy } from '../../../shared/copy/en/owner/security.ts';
import { request } from '../../lib/api.ts';
import { makePasskey } from '../../lib/passkeys.ts';
import edit from '../../owner-area/form/edit-form.module.css';
import { FormButtons } from '../../owner-area/form/form-buttons.tsx';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import styles from './account.module.css';
import { ConfirmForm } from './confirm-form.tsx';
import { useCall } from './use-call.ts';

const say = securityCopy.passkeys;

type Props = {
  /** The first suggestion for its name. */
  device: string;
  asksCode: boolean;
  onDone: () => void;
};

/**
 * Adds a passkey: asks for the password, then for the passkey's name. Then the browser makes the passkey, which it
 * allows only after a press of a button.
 */
export function PasskeySetUp({ device, asksCode, onDone }: Props) {
  const [options, setOptions] = useState<PasskeyOptions>();
  if (options) return <Naming device={device} options={options} onDone={onDone} />;
  return (
    <>
      <p className={styles.hint}>{say.passwordFirst}</p>
      <ConfirmForm
        submit={say.next}
        busyLabel={say.busy}
        failed={say.failed}
        asksCode={asksCode}
        call={(body) => request('POST', '/auth/passkeys/options', { body, schema: passkeyOptions })}
        onDone={setOptions}
        onCancel={onDone}
      />
    </>
  );
}

function Naming({ device, options, onDone }: Pick<Props, 'device' | 'onDone'> & { options: PasskeyOptions }) {
  const form = useCheckedForm(passkeyNameForm);
  const { busy, run } = useCall({ failed: say.failed, onFieldErrors: form.showServerErrors });

  const input = useRef<HTMLInputElement>(null);
  // This form replaces the first one, so the focus moves to its field.
  useEffect(() => input.current?.focus(), []);

  async function create({ name }: { name: string }): Promise<void> {
    const credential = await makePasskey(options);
    if (credential === null) {
      toast(say.failed, { tone: 'bad', body: say.notMade });
      return;
    }
    const done = await run(() => request('POST', '/auth/passkeys', { body: { name, credential } }));
    if (!done) return;
    toast(say.done);
    onDone();
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void create(typed)}>
      <Field label={say.name} hint={say.nameHint} error={form.errors['name']}>
        {(control) => (
          <input {...control} ref={input} name="name" type="text" autoComplete="off" defaultValue={device} />
        )}
      </Field>
      <FormButtons submit={say.create} busyLabel={say.busy} busy={busy} onCancel={onDone} />
    </CheckedForm>
  );
}
