import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { CodeField } from '../../../site/form/code-field.tsx';
import { useSecondStep } from './use-second-step.ts';

const say = securityCopy.secondStep;

/**
 * The field for a code of the authenticator app, or for a recovery code if passkeys are the second step. Shows nothing
 * if the second step is off.
 */
export function SecondStepField({ error }: { error: string | undefined }) {
  const kind = useSecondStep();
  if (kind === 'passkey') return <CodeField label={say.recoveryCode} hint={say.recoveryHint} error={error} />;
  return kind === 'app' || error ? <CodeField error={error} /> : null;
}
