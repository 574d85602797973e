import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { passkeyLogInOptions } from '../../../../shared/contracts/account/passkeys.ts';
import { adminView } from '../../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../../shared/copy/en/admin.ts';
import { securityCopy } from '../../../../shared/copy/en/owner/security.ts';
import { ApiError, request } from '../../../lib/api.ts';
import { hasPasskeys, signByPasskey } from '../../../lib/passkeys.ts';
import { Button } from '../../../ui/form/button.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import { readPlainRefusal, unlock, wordsOf } from '../admin-calls.ts';
import styles from '../admin.module.css';
import { PasskeyName } from './passkey-name.tsx';
import { useNewPasskey } from './use-new-passkey.ts';

const say = adminCopy.logIn;

/** The second step of the log-in: the browser signs with one of the operator's passkeys. */
export function SignStep({ onBack }: { onBack: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function sign(): Promise<void> {
    const path = '/admin/login/passkey';
    const readRefusal = readPlainRefusal;
    const options = await request('POST', `${path}/options`, { schema: passkeyLogInOptions, readRefusal });
    const credential = await signByPasskey(options);
    if (credential === null) {
      toast(securityCopy.passkeys.notChosen, { tone: 'bad' });
      return;
    }
    const admin = await request('POST', path, { body: { credential }, schema: adminView, readRefusal });
    toast(say.granted);
    await unlock(client, admin);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (!hasPasskeys()) {
      toast(securityCopy.passkeys.notHere, { tone: 'bad' });
      return;
    }
    setBusy(true);
    try {
      await sign();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(wordsOf(error, say.failed), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Step title={say.passkeyTitle} intro={say.passkeyIntro}>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <Button type="submit" wide busy={busy} busyLabel={say.busy}>
          {say.signWithPasskey}
        </Button>
        <Back onBack={onBack} />
      </form>
    </Step>
  );
}

/** The second step of a log-in for an operator who needs a passkey and has none: adds the first passkey. */
export function FirstPasskeyStep({ password, onBack }: { password: string; onBack: () => void }) {
  const { busy, add } = useNewPasskey(say.granted);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy) void add(event.currentTarget, password);
  }

  return (
    <Step title={say.firstTitle} intro={say.firstIntro}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <PasskeyName />
        <Button type="submit" wide busy={busy} busyLabel={say.busy}>
          {securityCopy.passkeys.create}
        </Button>
        <Back onBack={onBack} />
      </form>
    </Step>
  );
}

function Step({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // This step has replaced the form for the password, so the focus moves to the heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.doorTitle}>
        {title}
      </h1>
      <p className={styles.intro}>{intro}</p>
      {children}
    </>
  );
}

function Back({ onBack }: { onBack: () => void }) {
  return (
    <Button tone="quiet" wide onClick={onBack}>
      {say.back}
    </Button>
  );
}
