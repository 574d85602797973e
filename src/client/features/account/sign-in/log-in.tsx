import { useRef, useState, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { logInRequest, type LogInRequest } from '../../../../shared/contracts/account/account.ts';
import type { SecondStepKind } from '../../../../shared/contracts/account/passkey-signature.ts';
import { accountCopy } from '../../../../shared/copy/owner/account.ts';
import { CheckedForm } from '../../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../../site/form/use-checked-form.ts';
import { usePageTitle } from '../../../site/use-page-title.ts';
import { SubmitButton } from '../../../site/form/submit-button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { dismissToasts } from '../../../ui/status/toast.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { PasskeyLogIn } from './passkey-log-in.tsx';
import { useLinkToken } from './use-link-token.ts';
import { welcome } from '../../../member-area/welcome.ts';
import { useSessionStart } from './use-session-start.ts';
import { confirmSecondStepRequest } from '../../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { CodeField } from '../../../site/form/code-field.tsx';
import { Button } from '../../../ui/form/button.tsx';

const say = accountCopy.logIn;

/**
 * `/login` (`docs/spec.md` sections 2 and 5). If the second step is on, the page asks for the second step after the
 * right password was typed.
 */
export function LogIn() {
  usePageTitle(say.submit);
  // The token of a link that the owner gets by mail after strangers have used up the log-in attempts.
  const link = useLinkToken('/login') ?? undefined;
  const [asked, setAsked] = useState<{ typed: LogInRequest; kind: SecondStepKind }>();
  const typed = useRef<LogInRequest>(undefined);
  const [name, setName] = useState('');
  const form = useCheckedForm(logInRequest);
  const { busy, start } = useSessionStart({
    path: '/auth/login',
    failed: say.failed,
    fallback: say.tryAgain,
    onStarted: (user) => welcome(user.name),
    onFieldErrors: form.showServerErrors,
    onSecondStep: (kind) => typed.current && setAsked({ typed: typed.current, kind }),
  });

  if (asked) {
    return (
      <SecondStep
        kind={asked.kind}
        busy={busy}
        onCode={(code) => void start({ ...asked.typed, code })}
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

type SecondStepProps = {
  kind: SecondStepKind;
  busy: boolean;
  onCode: (code: string) => void;
  onBack: () => void;
};

/** Asks for the second step of a log-in: a passkey, a code of the authenticator app, or a recovery code. */
function SecondStep({ kind, busy, onCode, onBack }: SecondStepProps) {
  const form = useCheckedForm(confirmSecondStepRequest);
  const input = useRef<HTMLInputElement>(null);
  const isApp = kind === 'app';
  // This form has replaced the log-in form, so the focus moves to the code field or the passkey button.
  useEffect(() => input.current?.focus(), []);
  return (
    <AuthPage title={secondStepCopy.title} intro={isApp ? secondStepCopy.intro : secondStepCopy.passkeyIntro}>
      {!isApp && <PasskeyLogIn isFirst />}
      <CheckedForm form={form} busy={busy} onTyped={({ code }) => onCode(code)}>
        <CodeField
          label={isApp ? secondStepCopy.code : securityCopy.secondStep.recoveryCode}
          hint={isApp ? secondStepCopy.hint : undefined}
          error={form.errors['code']}
          ref={isApp ? input : undefined}
        />
        <Button
          type="submit"
          tone={isApp ? 'primary' : 'quiet'}
          wide
          busy={busy}
          busyLabel={accountCopy.logIn.busy}
        >
          {secondStepCopy.submit}
        </Button>
        <Button tone="quiet" wide onClick={onBack}>
          {secondStepCopy.back}
        </Button>
      </CheckedForm>
      {isApp && <PasskeyLogIn />}
    </AuthPage>
  );
}
