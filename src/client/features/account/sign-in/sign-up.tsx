import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { signUpForm } from '../../../../shared/contracts/account.ts';
import { accountCopy } from '../../../../shared/copy/en/account.ts';
import { usePageTitle } from '../../../site/use-page-title.ts';
import { Field } from '../../../ui/form/field.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { CheckedForm } from '../../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../../site/form/use-checked-form.ts';
import { SubmitButton } from '../../../site/form/submit-button.tsx';
import { useSessionStart } from './use-session-start.ts';

const say = accountCopy.signUp;

/** `/signup` (`docs/spec.md` sections 2 and 5). */
export function SignUp() {
  usePageTitle(say.title);
  const form = useCheckedForm(signUpForm);
  const { busy, start } = useSessionStart({
    path: '/auth/signup',
    failed: say.failed,
    fallback: say.tryAgain,
    onStarted: () => toast(say.done),
    onFieldErrors: form.showServerErrors,
  });
  const field = (name: string, label: string, input: ComponentProps<'input'>, hint?: string) => (
    <Field label={label} error={form.errors[name]} {...(hint !== undefined && { hint })}>
      {(control) => <input {...control} {...input} name={name} />}
    </Field>
  );

  return (
    <AuthPage
      title={say.title}
      intro={
        <>
          {say.haveAccount} <Link to="/login">{say.toLogIn}</Link>
        </>
      }
    >
      <CheckedForm
        form={form}
        busy={busy}
        onTyped={({ confirmPassword: _repeated, ...account }) => void start({ ...account, plan: 'Starter' })}
      >
        {field('name', say.businessName, { type: 'text', autoComplete: 'organization' })}
        {field(
          'username',
          say.username,
          { type: 'text', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
          say.usernameHint,
        )}
        <div className={styles.pair}>
          {field('email', say.email, { type: 'email', autoComplete: 'email' })}
          {field('phone', say.phone, { type: 'tel', autoComplete: 'tel' })}
        </div>
        <div className={styles.pair}>
          {field('password', say.password, { type: 'password', autoComplete: 'new-password' })}
          {field('confirmPassword', say.confirmPassword, { type: 'password', autoComplete: 'new-password' })}
        </div>
        <div className={styles.submit}>
          <SubmitButton busy={busy} busyLabel={say.busy}>
            {say.submit}
          </SubmitButton>
        </div>
      </CheckedForm>
    </AuthPage>
  );
}
