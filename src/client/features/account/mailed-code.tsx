import { useEffect, useRef } from 'react';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { request } from '../../lib/api.ts';
import cards from '../../member-area/cards.module.css';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import { useCall } from './use-call.ts';

const say = securityCopy.deletion;

type Props = {
  /** The path of the call that mails the code. */
  path: string;
  /** The sentence that says why a code is mailed first. */
  hint: string;
  onMailed: () => void;
  onCancel: () => void;
};

/** The step before a form that asks for a mailed code: this step mails the code. */
export function MailCodeFirst({ path, hint, onMailed, onCancel }: Props) {
  const { busy, run } = useCall({ failed: say.notSent });

  async function sendCode(): Promise<void> {
    if (!(await run(() => request('POST', path)))) return;
    toast(say.sent);
    onMailed();
  }

  return (
    <>
      <p className={cards.hint}>{hint}</p>
      <div className={cards.actions}>
        <Button busy={busy} busyLabel={say.sending} onClick={() => void sendCode()}>
          {say.send}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {securityCopy.cancel}
        </Button>
      </div>
    </>
  );
}

export function MailedCodeField({ error }: { error: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  // This form has replaced the button that mails the code, so the focus moves to this field.
  useEffect(() => input.current?.focus(), []);
  return (
    <Field label={say.code} error={error}>
      {(control) => (
        <input
          {...control}
          ref={input}
          name="mailedCode"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
