import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { CodeField } from '../../site/form/code-field.tsx';
import type { FieldErrors } from '../../site/form/use-checked-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';

type Props = {
  /** The errors of the form's fields. */
  errors: FieldErrors;
  /** Whether the second step is on, so that its code is needed, too. */
  asksCode: boolean;
};

/** Fields for the current password, and for a code of the second step where it is on. */
export function PasswordAndCode({ errors, asksCode }: Props) {
  return (
    <>
      <PasswordField
        label={securityCopy.password.current}
        error={errors['password']}
        name="password"
        autoComplete="current-password"
      />
      {(asksCode || errors['code']) && <CodeField error={errors['code']} />}
    </>
  );
}
