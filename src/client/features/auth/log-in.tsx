import { Link } from 'react-router';
import { logInRequest } from '../../../shared/account.ts';
import { accountCopy } from '../../../shared/copy/owner.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { useCheckedForm } from './use-checked-form.ts';
import { useSessionStart } from './use-session-start.ts';

const say = accountCopy.logIn;

/** `/login` (spec sections 2 and 5). */
export function LogIn() {
  usePageTitle(say.submit);
  const form = useCheckedForm(logInRequest);
  const { busy, start } = useSessionStart({
    path: '/auth/login',
    failed: say.failed,
    fallback: say.tryAgain,
    onStarted: (user) => toast(say.done, { body: say.welcome(user.name) }),
    onFieldErrors: form.showServerErrors,
  });

  return (
    <AuthPage
      title={say.title}
      intro={
        <>
          {say.noAccount} <Link to="/signup">{say.toSignUp}</Link>
        </>
      }
    >
      <form
        ref={form.ref}
        noValidate
        onChange={form.clearEdited}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          const values = form.read(event);
          if (values) void start(values);
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
            />
          )}
        </Field>
        <Field label={say.password} error={form.errors['password']}>
          {(control) => (
            <input {...control} name="password" type="password" autoComplete="current-password" />
          )}
        </Field>
        <Link to="/forgot" className={styles.forgot}>
          {say.forgot}
        </Link>
        <Button type="submit" wide busy={busy} busyLabel={say.busy}>
          {say.submit}
        </Button>
      </form>
    </AuthPage>
  );
}
