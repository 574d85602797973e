import { useEffect, useRef, useState } from 'react';
import {
  deletionRequest,
  type DeletionRequest,
  type SecurityView,
} from '../../../shared/contracts/account/security.ts';
import { locationsOf, sessionsEndedAnswer } from '../../../shared/contracts/account/view.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { request } from '../../lib/api.ts';
import edit from '../../owner-area/form/edit-form.module.css';
import { FormButtons } from '../../owner-area/form/form-buttons.tsx';
import { useOwner } from '../../owner-area/owner-context.ts';
import { removeSignedInHint } from '../../owner-area/signed-in-hint.ts';
import { tellUnconfirmed } from '../../owner-area/tell-unconfirmed.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import cards from '../../owner-area/cards.module.css';
import styles from './account.module.css';
import { PasswordAndCode } from './password-and-code.tsx';
import { useSecondStep, withPasskey } from './second-step/use-second-step.ts';
import { useCall } from './use-call.ts';

const say = securityCopy.deletion;

/** Deletes the account after a confirmation that says what is deleted with it. */
export function DeleteCard({ security }: { security: SecurityView }) {
  const locations = locationsOf(useOwner().user).length;
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <Button tone="danger" className={edit.serious} onClick={() => setAsked(true)}>
        {say.open}
      </Button>
      <Dialog open={isAsked} onClose={close} title={say.question}>
        <div className={styles.consequences}>
          {locations > 0 && <p>{say.locations(locations)}</p>}
          <p>{say.data}</p>
        </div>
        {isAsked && <Steps security={security} onClose={close} />}
      </Dialog>
    </Card>
  );
}

type StepsProps = { security: SecurityView; onClose: () => void };

/** Where the deletion needs a mailed code, it is mailed first. */
function Steps({ security, onClose }: StepsProps) {
  const { email, deletionNeedsCode } = security;
  const [isMailed, setMailed] = useState(false);
  const { busy, run } = useCall({ failed: say.notSent });

  async function sendCode(): Promise<void> {
    if (!(await run(() => request('POST', '/auth/deletion-code')))) return;
    toast(say.sent);
    setMailed(true);
  }

  if (!deletionNeedsCode || isMailed) return <DeleteForm asksMailedCode={isMailed} onClose={onClose} />;
  return (
    <>
      <p className={cards.hint}>{say.mailFirst(email)}</p>
      <div className={cards.actions}>
        <Button busy={busy} busyLabel={say.sending} onClick={() => void sendCode()}>
          {say.send}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          {securityCopy.cancel}
        </Button>
      </div>
    </>
  );
}

type FormProps = { asksMailedCode: boolean; onClose: () => void };

function DeleteForm({ asksMailedCode, onClose }: FormProps) {
  const form = useCheckedForm(deletionRequest);
  const { busy, run } = useCall({
    failed: say.failed,
    onFieldErrors: form.showServerErrors,
    endsLogIn: true,
  });

  const mailedCode = useRef<HTMLInputElement>(null);
  // This form replaces the button that mails the code, so the focus moves to its field.
  useEffect(() => mailedCode.current?.focus(), []);

  const secondStep = useSecondStep();

  async function remove(typed: DeletionRequest): Promise<void> {
    const schema = sessionsEndedAnswer;
    const done = await run(async () => {
      const body = await withPasskey(secondStep, typed);
      return request('POST', '/auth/delete-account', { body, schema });
    });
    if (!done) return;
    onClose();
    removeSignedInHint();
    // A full page load, so that no data of the account stays in memory.
    tellUnconfirmed(done.answer.unconfirmedAt, () => window.location.assign('/'));
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void remove(typed)}>
      {(asksMailedCode || form.errors['mailedCode']) && (
        <Field label={say.code} error={form.errors['mailedCode']}>
          {(control) => (
            <input
              {...control}
              ref={mailedCode}
              name="mailedCode"
              type="text"
              inputMode="numeric"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      )}
      <PasswordAndCode errors={form.errors} />
      <FormButtons submit={say.submit} busyLabel={say.busy} busy={busy} isFinal onCancel={onClose} />
    </CheckedForm>
  );
}
