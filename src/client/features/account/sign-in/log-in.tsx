import { useRef, useState, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { logInRequest, type LogInRequest } from '../../../../shared/contracts/account/account.ts';
import { accountCopy } from '../../../../shared/copy/owner/account.ts';
import { CheckedForm } from '../../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../../site/form/use-checked-form.ts';
import { usePageTitle } from '../../../site/use-page-title.ts';
import { SubmitButton } from '../../../site/form/submit-button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { PasskeyLogIn } from './passkey-log-in.tsx';
import { useLinkToken } from './use-link-token.ts';
import { useSessionStart } from './use-session-start.ts';
import { confirmSecondStepRequest } from '../../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { CodeField } from '../../../site/form/code-field.tsx';
import { Button } from '../../../ui/form/button.tsx';

const say = accountCopy.logIn;

/**
 * `/login` (`docs/spec.md` sections 2 and 5). If the second step is on, its code is asked for after the right password.
 */
export function LogIn() {
  usePageTitle(say.submit);
  // The link of the mail that an owner gets when strangers have used up the log-in tries.
  const link = useLinkToken('/login') ?? undefined;
  const [asked, setAsked] = useState<LogInRequest>();
  const typed = useRef<LogInRequest>(undefined);
  const [name, setName] = useState('');
  const form = useCheckedForm(logInRequest);
  const { busy, start } = useSessionStart({
    path: '/auth/login',
    failed: say.failed,
    fallback: say.tryAgain,
    onStarted: (user) => toast(say.done, { body: say.welcome(user.name) }),
    onFieldErrors: form.showServerErrors,
    onSecondStep: () => setAsked(typed.current),
  });

  if (asked) {
    return (
      <SecondStep
        busy={busy}
        onCode={(code) => void start({ ...asked, code })}
        onBack={() => {
          flushSync(() => setAsked(undefined));
          form.ref.current?.querySelector('input')?.focus();
        }}
      />
    );
  }

  return (
    <AuthPage
      title={say.title}
      intro={
        <>
          {say.noAccount} <Link to="/signup">{say.toSignUp}</Link>
        </>
      }
    >
      <CheckedForm
        form={form}
        busy={busy}
        onTyped={(values) => {
          typed.current = { ...values, link };
          void start(typed.current);
        }}
      >
        <Field label={say.identifier} error={form.errors['emailOrUsername']}>
          {(control) => (
            <input
              {...control}
              name="emailOrUsername"
              type="text"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <PasswordField
          label={say.password}
          error={form.errors['password']}
          name="password"
          autoComplete="current-password"
        />
        <Link to="/forgot" state={{ typed: name }} className={styles.forgot} onClick={() => dismissToasts()}>
          {say.forgot}
        </Link>
        <SubmitButton busy={busy} busyLabel={say.busy}>
          {say.submit}
        </SubmitButton>
      </CheckedForm>
      <PasskeyLogIn />
    </AuthPage>
  );
}

const secondStepCopy = securityCopy.logIn;

type SecondStepProps = { busy: boolean; onCode: (code: string) => void; onBack: () => void };

/** The second step of a log-in: a code of the app, or a recovery code in the same field. */
function SecondStep({ busy, onCode, onBack }: SecondStepProps) {
  const form = useCheckedForm(confirmSecondStepRequest);
  const input = useRef<HTMLInputElement>(null);
  // This form replaces the first one, so the focus moves to its field.
  useEffect(() => input.current?.focus(), []);
  return (
    <AuthPage title={secondStepCopy.title} intro={secondStepCopy.intro}>
      <CheckedForm form={form} busy={busy} onTyped={({ code }) => onCode(code)}>
        <CodeField
          label={secondStepCopy.code}
          hint={secondStepCopy.hint}
          error={form.errors['code']}
          ref={input}
        />
        <Button type="submit" wide busy={busy} busyLabel={accountCopy.logIn.busy}>
          {secondStepCopy.submit}
        </Button>
        <Button tone="quiet" wide onClick={onBack}>
          {secondStepCopy.back}
        </Button>
      </CheckedForm>
      <PasskeyLogIn />
    </AuthPage>
  );
}
