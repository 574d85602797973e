import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { signUpForm } from '../../../../shared/contracts/account/account.ts';
import { accountCopy } from '../../../../shared/copy/owner/account.ts';
import { usePageTitle } from '../../../site/use-page-title.ts';
import { Field } from '../../../ui/form/field.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { Icon } from '../../../ui/owner-icon.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { CheckedForm } from '../../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../../site/form/use-checked-form.ts';
import { SubmitButton } from '../../../site/form/submit-button.tsx';
import { useSessionStart } from './use-session-start.ts';
import { useUsername } from './use-username.ts';

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
  const username = useUsername();
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
        {field('name', say.businessName, {
          type: 'text',
          autoComplete: 'organization',
          onChange: (event) => {
            username.onNameTyped(event);
            form.clear('username');
          },
        })}
        <div>
          {field(
            'username',
            say.username,
            {
              type: 'text',
              autoComplete: 'username',
              autoCapitalize: 'none',
              spellCheck: false,
              ref: username.input,
              onChange: username.onUsernameTyped,
            },
            say.usernameHint,
          )}
          <UsernameState checked={form.errors['username'] === undefined ? username.checked : undefined} />
        </div>
        {field('email', say.email, { type: 'email', autoComplete: 'email' })}
        {field('phone', say.phone, { type: 'tel', autoComplete: 'tel' }, say.phoneHint)}
        <div className={styles.pair}>
          <NewPasswordFields
            form={form}
            name="password"
            label={say.password}
            hint={say.passwordHint}
            confirmLabel={say.confirmPassword}
            confirmHint={say.confirmHint}
          />
        </div>
        <div className={styles.submit}>
          <SubmitButton busy={busy} busyLabel={say.busy}>
            {say.submit}
          </SubmitButton>
        </div>
        <p className={styles.terms}>
          {say.terms.begin} <a href="/terms">{say.terms.terms}</a> {say.terms.and}{' '}
          <a href="/policy">{say.terms.policy}</a>.
        </p>
      </CheckedForm>
    </AuthPage>
  );
}

/** Says whether the typed username is free. Screen readers announce this sentence because of `role="status"`. */
function UsernameState({ checked }: { checked: { username: string; isTaken: boolean } | undefined }) {
  return (
    <p role="status" className={styles.checked} data-taken={checked?.isTaken || undefined}>
      {checked && (
        <>
          <Icon name={checked.isTaken ? 'warning' : 'check'} size={18} />
          <span>{checked.isTaken ? say.taken(checked.username) : say.free(checked.username)}</span>
        </>
      )}
    </p>
  );
}
