import {
  changePasswordForm,
  type ChangePasswordRequest,
} from '../../../shared/contracts/account/security.ts';
import { sessionsEndedAnswer } from '../../../shared/contracts/account/view.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { request } from '../../lib/api.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { CodeField } from '../../site/form/code-field.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Card } from '../../ui/card.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import edit from '../../owner-area/form/edit-form.module.css';
import { Disclosure } from '../../owner-area/form/disclosure.tsx';
import { FormButtons } from '../../owner-area/form/form-buttons.tsx';
import { tellUnconfirmed } from '../../owner-area/tell-unconfirmed.ts';
import { useCall } from './use-call.ts';

const say = securityCopy.password;

/** Changes the password. The form needs the current password, and the second step if it is on. */
export function PasswordCard({ hasSecondStep }: { hasSecondStep: boolean }) {
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <Disclosure label={say.change}>
        {(close) => <ChangeForm asksCode={hasSecondStep} onClose={close} />}
      </Disclosure>
    </Card>
  );
}

function ChangeForm({ asksCode, onClose }: { asksCode: boolean; onClose: () => void }) {
  const form = useCheckedForm(changePasswordForm);
  const { busy, run } = useCall({ failed: say.failed, onFieldErrors: form.showServerErrors });

  async function change(body: ChangePasswordRequest): Promise<void> {
    const done = await run(() =>
      request('POST', '/auth/change-password', { body, schema: sessionsEndedAnswer }),
    );
    if (!done) return;
    toast(say.done, { body: say.doneBody });
    tellUnconfirmed(done.answer.unconfirmedAt);
    onClose();
  }

  return (
    <CheckedForm
      form={form}
      busy={busy}
      className={edit.form}
      onTyped={({ currentPassword, newPassword, code }) =>
        void change({ currentPassword, newPassword, code })
      }
    >
      <PasswordField
        label={say.current}
        error={form.errors['currentPassword']}
        name="currentPassword"
        autoComplete="current-password"
      />
      <NewPasswordFields
        form={form}
        name="newPassword"
        label={say.newPassword}
        hint={say.newHint}
        confirmLabel={say.confirm}
      />
      {(asksCode || form.errors['code']) && <CodeField error={form.errors['code']} />}
      <FormButtons submit={say.submit} busyLabel={say.busy} busy={busy} onCancel={onClose} />
    </CheckedForm>
  );
}
