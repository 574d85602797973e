import type { Ref } from 'react';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { Field } from '../../ui/form/field.tsx';

type Props = {
  label?: string;
  hint?: string | undefined;
  error: string | undefined;
  /** The ref of the input, to focus it. */
  ref?: Ref<HTMLInputElement> | undefined;
};

/** The field for the code of the second step: a code of the authenticator app, or a recovery code. */
export function CodeField({ label = securityCopy.secondStep.codeOrRecovery, hint, error, ref }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          name="code"
          type="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
