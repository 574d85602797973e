import type { SubmitEvent } from 'react';
import { adminCopy } from '../../../../shared/copy/en/admin.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import styles from '../admin.module.css';
import { focusFirstEmpty } from '../first-empty.ts';
import { useChange } from '../use-change.ts';

const say = adminCopy.password;

/** Changes the operator's own password. The change ends the log-in. */
export function PasswordCard() {
  const { busy, change } = useChange('/admin/password', say);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    if (focusFirstEmpty(form)) toast(adminCopy.fillIn, { tone: 'bad' });
    else void change(Object.fromEntries(new FormData(form)));
  }

  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <form noValidate className={styles.filter} onSubmit={submit}>
        <PasswordField label={say.current} name="currentPassword" autoComplete="current-password" />
        <PasswordField label={say.newPassword} name="newPassword" autoComplete="new-password" />
        <Button type="submit" tone="quiet" busy={busy} busyLabel={say.busy}>
          {say.submit}
        </Button>
      </form>
    </Card>
  );
}
