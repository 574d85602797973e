import { securityCopy } from '../../../shared/copy/owner/security.ts';
import type { FieldErrors } from '../../site/form/use-checked-form.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SecondStepField } from './second-step/second-step-field.tsx';

/**
 * Fields for the current password and, if the second step is on, for the second step. `errors`: the errors of the
 * form's fields.
 */
export function PasswordAndCode({ errors }: { errors: FieldErrors }) {
  return (
    <>
      <PasswordField
        label={securityCopy.password.current}
        error={errors['password']}
        name="password"
        autoComplete="current-password"
      />
      <SecondStepField error={errors['code']} />
    </>
  );
}
