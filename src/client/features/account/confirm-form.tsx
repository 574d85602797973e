import {
  confirmedByMailRequest,
  type ConfirmedByMailRequest,
} from '../../../shared/contracts/account/security.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import edit from '../../member-area/form/edit-form.module.css';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
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
  /** Asks for a passkey's signature even if passkeys are not the account's second step. */
  needsPasskey?: boolean;
  /** Whether the form has a field for a mailed code. */
  asksMailedCode?: boolean;
  call: (typed: ConfirmedFields) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
};

/** Asks for the password, and for the second step if the account has one, before a sensitive action. */
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
