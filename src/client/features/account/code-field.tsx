import { securityCopy } from '../../../shared/copy/security.ts';
import { Field } from '../../ui/field.tsx';

/** The second step in a form of this page, by the app or by a recovery code. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <Field label={securityCopy.secondStep.codeOrRecovery} error={error}>
      {(control) => (
        <input
          {...control}
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
