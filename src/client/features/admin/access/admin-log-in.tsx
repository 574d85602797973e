import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { adminLogInAnswer, type AwaitedStep } from '../../../../shared/contracts/admin-passkeys.ts';
import { adminCopy } from '../../../../shared/copy/en/admin.ts';
import { ApiError, request } from '../../../lib/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';
import { readPlainRefusal, unlock, wordsOf } from '../admin-calls.ts';
import styles from '../admin.module.css';
import { focusFirstEmpty } from '../first-empty.ts';
import { FirstPasskeyStep, SignStep } from './passkey-step.tsx';

const say = adminCopy.logIn;

/** The log-in of the admin page: the form for the password, and then the passkey, if the log-in needs one. */
export function AdminLogIn() {
  const [step, setStep] = useState<{ awaits: AwaitedStep; password: string } | null>(null);
  const back = () => setStep(null);
  return (
    <main id="main" tabIndex={-1} className={styles.door}>
      <Logo size={40} />
      <section className={styles.panel}>
        {step === null && <PasswordStep onStep={setStep} />}
        {step?.awaits === 'passkey' && <SignStep onBack={back} />}
        {step?.awaits === 'first_passkey' && <FirstPasskeyStep password={step.password} onBack={back} />}
      </section>
    </main>
  );
}

type PasswordProps = { onStep: (step: { awaits: AwaitedStep; password: string }) => void };

function PasswordStep({ onStep }: PasswordProps) {
  const client = useQueryClient();
  const password = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);

  async function logIn(body: object): Promise<void> {
    setBusy(true);
    try {
      const answer = await request('POST', '/admin/login', {
        body,
        schema: adminLogInAnswer,
        readRefusal: readPlainRefusal,
      });
      // Removes the error toast of an earlier attempt, if there is one.
      dismissToasts();
      if ('awaits' in answer) {
        onStep({ awaits: answer.awaits, password: password.current?.value ?? '' });
        return;
      }
      toast(say.granted);
      await unlock(client, answer);
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
    <>
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
    </>
  );
}
