import { confirmedRequest, type ConfirmedRequest } from '../../../shared/contracts/account-security.ts';
import { securityCopy } from '../../../shared/copy/en/security.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { CodeField } from '../../site/form/code-field.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Field } from '../../ui/form/field.tsx';
import styles from './account.module.css';
import { FormButtons } from './form-buttons.tsx';
import { useCall } from './use-call.ts';

type Props<Answer> = {
  submit: string;
  busyLabel: string;
  failed: string;
  isFinal?: boolean;
  endsLogIn?: boolean;
  /** Whether the account's second step is asked for besides the password. */
  asksCode: boolean;
  call: (typed: ConfirmedRequest) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
};

/** Password and, where the account has it, the second step, before something that only the owner may do. */
export function ConfirmForm<Answer>({
  submit,
  busyLabel,
  failed,
  isFinal = false,
  endsLogIn = false,
  asksCode,
  call,
  onDone,
  onCancel,
}: Props<Answer>) {
  const form = useCheckedForm(confirmedRequest);
  const { busy, run } = useCall({ failed, onFieldErrors: form.showServerErrors, endsLogIn });

  async function confirm(typed: ConfirmedRequest): Promise<void> {
    const done = await run(() => call(typed));
    if (done) onDone(done.answer);
  }

  return (
    <CheckedForm form={form} busy={busy} className={styles.form} onTyped={(typed) => void confirm(typed)}>
      <Field label={securityCopy.password.current} error={form.errors['password']}>
        {(control) => <input {...control} name="password" type="password" autoComplete="current-password" />}
      </Field>
      {(asksCode || form.errors['code']) && <CodeField error={form.errors['code']} />}
      <FormButtons submit={submit} busyLabel={busyLabel} busy={busy} isFinal={isFinal} onCancel={onCancel} />
    </CheckedForm>
  );
}
