import { useEffect, useRef } from 'react';
import { confirmSecondStepRequest } from '../../../../shared/contracts/account-security.ts';
import { accountCopy } from '../../../../shared/copy/en/account.ts';
import { securityCopy } from '../../../../shared/copy/en/security.ts';
import { CheckedForm } from '../../../site/form/checked-form.tsx';
import { CodeField } from '../../../site/form/code-field.tsx';
import { useCheckedForm } from '../../../site/form/use-checked-form.ts';
import { Button } from '../../../ui/form/button.tsx';
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
