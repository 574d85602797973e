import type { FormState } from '../../site/form/use-checked-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';

type Props = {
  form: Pick<FormState<unknown>, 'errors'>;
  /** The name of the first field in the form. The name of the second field is always `confirmPassword`. */
  name: 'password' | 'newPassword';
  label: string;
  hint: string;
  confirmLabel: string;
  confirmHint?: string;
};

/** The two fields of a new password: the password and its repetition. */
export function NewPasswordFields({ form, name, label, hint, confirmLabel, confirmHint }: Props) {
  return (
    <>
      <PasswordField
        label={label}
        hint={hint}
        error={form.errors[name]}
        name={name}
        autoComplete="new-password"
      />
      <PasswordField
        label={confirmLabel}
        hint={confirmHint}
        error={form.errors['confirmPassword']}
        name="confirmPassword"
        autoComplete="new-password"
      />
    </>
  );
}
