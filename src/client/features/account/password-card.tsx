import {
  changePasswordForm,
  type ChangePasswordRequest,
} from '../../../shared/contracts/account/security.ts';
import { sessionsEndedAnswer } from '../../../shared/contracts/account/view.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { request } from '../../lib/api.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Card } from '../../ui/card.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import edit from '../../member-area/form/edit-form.module.css';
import { Disclosure } from '../../member-area/form/disclosure.tsx';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { SecondStepField } from './second-step/second-step-field.tsx';
import { useSecondStep, withPasskey } from './second-step/use-second-step.ts';
import { useCall } from './use-call.ts';

const say = securityCopy.password;

/**
 * Changes the password. The form asks for the current password. If the second step is on, the form also asks for the
 * second step.
 */
export function PasswordCard() {
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <Disclosure label={say.change}>{(close) => <ChangeForm onClose={close} />}</Disclosure>
    </Card>
  );
}

function ChangeForm({ onClose }: { onClose: () => void }) {
  const form = useCheckedForm(changePasswordForm);
  const { busy, run } = useCall({ failed: say.failed, onFieldErrors: form.showServerErrors });

  const secondStep = useSecondStep();

  async function change(typed: ChangePasswordRequest): Promise<void> {
    const done = await run(async () => {
      const body = await withPasskey(secondStep, typed);
      return request('POST', '/auth/change-password', { body, schema: sessionsEndedAnswer });
    });
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
      <SecondStepField error={form.errors['code']} />
      <FormButtons submit={say.submit} busyLabel={say.busy} busy={busy} onCancel={onClose} />
    </CheckedForm>
  );
}
