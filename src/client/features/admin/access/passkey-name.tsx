import { MAX_PASSKEY_NAME_LENGTH } from '../../../../shared/limits.ts';
import { securityCopy } from '../../../../shared/copy/en/owner/security.ts';
import { Field } from '../../../ui/form/field.tsx';

export function PasskeyName() {
  return (
    <Field label={securityCopy.passkeys.name} hint={securityCopy.passkeys.nameHint}>
      {(control) => (
        <input {...control} name="name" type="text" autoComplete="off" maxLength={MAX_PASSKEY_NAME_LENGTH} />
      )}
    </Field>
  );
}
