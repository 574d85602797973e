import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { adminView } from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { ApiError, request } from '../../lib/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Logo } from '../../ui/logo.tsx';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import { readPlainRefusal, unlock, wordsOf } from './admin-calls.ts';
import styles from './admin.module.css';
import { focusFirstEmpty } from './first-empty.ts';

const say = adminCopy.logIn;

/** The log-in form of the admin page. */
export function AdminLogIn() {
  const client = useQueryClient();
  const password = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);

  async function logIn(body: object): Promise<void> {
    setBusy(true);
    try {
      const admin = await request('POST', '/admin/login', {
        body,
        schema: adminView,
        readRefusal: readPlainRefusal,
      });
      // Removes the error toast of an earlier try.
      dismissToasts();
      toast(say.granted);
      await unlock(client, admin);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(wordsOf(error, say.failed), { tone: 'bad' });
      password.current?.select();
    } finally {
      setBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    if (focusFirstEmpty(form)) toast(adminCopy.fillIn, { tone: 'bad' });
    else void logIn(Object.fromEntries(new FormData(form)));
  }

  return (
    <main id="main" tabIndex={-1} className={styles.door}>
      <Logo size={40} />
      <section className={styles.panel}>
        <h1 className={styles.doorTitle}>{say.title}</h1>
        <p className={styles.intro}>{say.intro}</p>
        <form noValidate className={styles.form} onSubmit={submit}>
          <Field label={say.username}>
            {(control) => (
              <input
                {...control}
                name="username"
                type="text"
                required
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Field label={say.password}>
            {(control) => (
              <input
                {...control}
                ref={password}
                name="password"
                type="password"
                required
                autoComplete="current-password"
              />
            )}
          </Field>
          <Button type="submit" wide busy={busy} busyLabel={say.busy}>
            {say.submit}
          </Button>
        </form>
      </section>
    </main>
  );
}
