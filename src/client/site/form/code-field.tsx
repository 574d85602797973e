import type { Ref } from 'react';
import { securityCopy } from '../../../shared/copy/en/security.ts';
import { Field } from '../../ui/form/field.tsx';

type Props = {
  label?: string;
  hint?: string;
  error: string | undefined;
  /** Of the input, for whoever brings the focus there. */
  ref?: Ref<HTMLInputElement>;
};

/** The second step in a form, by the app or by a recovery code. */
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
