import { useEffect, useRef } from 'react';
import { confirmSecondStepRequest } from '../../../shared/account-security.ts';
import { accountCopy } from '../../../shared/copy/account.ts';
import { securityCopy } from '../../../shared/copy/security.ts';
import { CheckedForm } from '../../site/checked-form.tsx';
import { CodeField } from '../../site/code-field.tsx';
import { useCheckedForm } from '../../site/use-checked-form.ts';
import { Button } from '../../ui/button.tsx';
import { AuthPage } from './auth-page.tsx';

const say = securityCopy.logIn;

type Props = { busy: boolean; onCode: (code: string) => void; onBack: () => void };

/** The second half of a log-in: a code of the app, or a recovery code in the same field. */
export function SecondStep({ busy, onCode, onBack }: Props) {
  const form = useCheckedForm(confirmSecondStepRequest);
  const input = useRef<HTMLInputElement>(null);
  // It takes the place of the first half: what comes next is to type here.
  useEffect(() => input.current?.focus(), []);
  return (
    <AuthPage title={say.title} intro={say.intro}>
      <CheckedForm form={form} busy={busy} onTyped={({ code }) => onCode(code)}>
        <CodeField label={say.code} hint={say.hint} error={form.errors['code']} ref={input} />
        <Button type="submit" wide busy={busy} busyLabel={accountCopy.logIn.busy}>
          {say.submit}
        </Button>
        <Button tone="quiet" wide onClick={onBack}>
          {say.back}
        </Button>
      </CheckedForm>
    </AuthPage>
  );
}
