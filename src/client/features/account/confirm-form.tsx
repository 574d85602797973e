import {
  confirmedByMailRequest,
  type ConfirmedByMailRequest,
} from '../../../shared/contracts/account/security.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import edit from '../../owner-area/form/edit-form.module.css';
import { FormButtons } from '../../owner-area/form/form-buttons.tsx';
import { MailedCodeField } from './mailed-code.tsx';
import { PasswordAndCode } from './password-and-code.tsx';
import { useSecondStep, withPasskey } from './second-step/use-second-step.ts';
import { useCall } from './use-call.ts';

/** The typed password and codes, and the signature of a passkey. */
type ConfirmedFields = ConfirmedByMailRequest & { passkey?: object };

type Props<Answer> = {
  submit: string;
  busyLabel: string;
  failed: string;
  isFinal?: boolean;
  endsLogIn?: boolean;
  /** A passkey must sign although it is not the second step yet. */
  needsPasskey?: boolean;
  /** A code was mailed before. */
  asksMailedCode?: boolean;
  call: (typed: ConfirmedFields) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
};

/** Asks for the password, and for the second step if it is on, before an action that only the owner may take. */
export function ConfirmForm<Answer>({
  submit,
  busyLabel,
  failed,
  isFinal = false,
  endsLogIn = false,
  needsPasskey = false,
  asksMailedCode = false,
  call,
  onDone,
  onCancel,
}: Props<Answer>) {
  const form = useCheckedForm(confirmedByMailRequest);
  const { busy, run } = useCall({ failed, onFieldErrors: form.showServerErrors, endsLogIn });
  const present = useSecondStep();
  const secondStep = needsPasskey ? 'passkey' : present;

  async function confirm(typed: ConfirmedByMailRequest): Promise<void> {
    const done = await run(async () => call(await withPasskey(secondStep, typed)));
    if (done) onDone(done.answer);
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void confirm(typed)}>
      {(asksMailedCode || form.errors['mailedCode']) && <MailedCodeField error={form.errors['mailedCode']} />}
      <PasswordAndCode errors={form.errors} />
      <FormButtons submit={submit} busyLabel={busyLabel} busy={busy} isFinal={isFinal} onCancel={onCancel} />
    </CheckedForm>
  );
}
