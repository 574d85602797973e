import type { SecurityView } from '../../../shared/contracts/account/security.ts';
import { changeEmailRequest, type ChangeEmailRequest } from '../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { request } from '../../lib/api.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { toast } from '../../ui/status/toast.tsx';
import edit from '../../member-area/form/edit-form.module.css';
import cards from '../../member-area/cards.module.css';
import styles from './account.module.css';
import { Fact } from './fact.tsx';
import { Disclosure } from '../../member-area/form/disclosure.tsx';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
import { PasswordAndCode } from './password-and-code.tsx';
import { useSecondStep, withPasskey } from './second-step/use-second-step.ts';
import { useCall } from './use-call.ts';

const say = securityCopy.email;

/** Shows the email address and whether the address is confirmed, with a form to change the address. */
export function EmailCard({ security }: { security: SecurityView }) {
  const { email, emailVerified, pendingEmail } = security;
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <Fact
        term={say.present}
        value={email}
        confirmed={{ is: emailVerified, words: emailVerified ? say.confirmed : say.notConfirmed }}
      />
      {pendingEmail === null && !emailVerified && <p className={cards.hint}>{say.notConfirmedHint}</p>}
      {pendingEmail !== null && (
        <Notice icon="message" className={styles.notice}>
          <span>{say.pending(pendingEmail)}</span>
        </Notice>
      )}
      <div className={cards.actions}>
        {(pendingEmail !== null || !emailVerified) && <ResendButton to={pendingEmail ?? email} />}
        <Disclosure label={say.change}>{(close) => <ChangeForm onClose={close} />}</Disclosure>
      </div>
    </Card>
  );
}

function ResendButton({ to }: { to: string }) {
  const { busy, run } = useCall({ failed: say.sendFailed });
  async function send(): Promise<void> {
    const done = await run(() => request('POST', '/auth/send-verification'));
    if (done) toast(say.sent, { body: say.sentBody(to) });
  }
  return (
    <Button tone="quiet" busy={busy} busyLabel={say.busy} onClick={() => void send()}>
      {say.resend}
    </Button>
  );
}

function ChangeForm({ onClose }: { onClose: () => void }) {
  const form = useCheckedForm(changeEmailRequest);
  const { busy, run } = useCall({ failed: say.changeFailed, onFieldErrors: form.showServerErrors });

  const secondStep = useSecondStep();

  async function change(typed: ChangeEmailRequest): Promise<void> {
    const done = await run(async () => {
      const body = await withPasskey(secondStep, typed);
      return request('POST', '/auth/change-email', { body });
    });
    if (!done) return;
    toast(say.sent, { body: say.sentBody(typed.email) });
    onClose();
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void change(typed)}>
      <Field label={say.newAddress} error={form.errors['email']}>
        {(control) => (
          <input {...control} name="email" type="email" autoComplete="email" spellCheck={false} />
        )}
      </Field>
      <PasswordAndCode errors={form.errors} />
      <FormButtons submit={say.submit} busyLabel={say.busy} busy={busy} onCancel={onClose} />
    </CheckedForm>
  );
}
