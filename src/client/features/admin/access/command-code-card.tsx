import { useState, type SubmitEvent } from 'react';
import { commandCode } from '../../../../shared/contracts/admin-passkeys.ts';
import { adminCopy } from '../../../../shared/copy/en/admin.ts';
import { ApiError } from '../../../lib/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import { useAskAdmin, wordsOf } from '../admin-calls.ts';
import styles from '../admin.module.css';
import { focusFirstEmpty } from '../first-empty.ts';

const say = adminCopy.commandCode;

/**
 * Makes a code for a command on the operator's computer. The command logs in with this code, because a command cannot
 * use a passkey.
 */
export function CommandCodeCard() {
  const ask = useAskAdmin();
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState<string>();

  async function make(form: HTMLFormElement): Promise<void> {
    setBusy(true);
    try {
      const body = Object.fromEntries(new FormData(form));
      const made = await ask('POST', '/admin/command-code', { body, schema: commandCode });
      setCode(made.code);
      form.reset();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(wordsOf(error, say.failed), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    if (focusFirstEmpty(event.currentTarget)) toast(adminCopy.fillIn, { tone: 'bad' });
    else void make(event.currentTarget);
  }

  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <form noValidate className={styles.filter} onSubmit={submit}>
        <PasswordField label={adminCopy.password.current} name="password" autoComplete="current-password" />
        <Button type="submit" tone="quiet" busy={busy} busyLabel={say.busy}>
          {say.submit}
        </Button>
      </form>
      <div role="status">
        {code !== undefined && (
          <>
            <code className={styles.strong}>{code}</code>
            <p className={styles.quiet}>{say.once}</p>
          </>
        )}
      </div>
    </Card>
  );
}
