import { useState } from 'react';
import {
  numberCodeRequest,
  proveNumberRequest,
  type NumberCodeRequest,
  type ProveNumberRequest,
  type SecurityView,
} from '../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { MAX_PHONE_LENGTH } from '../../../shared/limits.ts';
import { request } from '../../lib/api.ts';
import { Disclosure } from '../../member-area/form/disclosure.tsx';
import edit from '../../member-area/form/edit-form.module.css';
import { useMember } from '../../member-area/member-context.ts';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import cards from '../../member-area/cards.module.css';
import { Fact } from './fact.tsx';
import { useCall } from './use-call.ts';

const say = securityCopy.number;

/**
 * The owner's phone number. During the trial the card also says whether the number is proven. The form proves the
 * number by a texted code. An owner without a number also sees the form, for example after a transfer of the business.
 */
export function NumberCard({ security: { phone, phoneProven } }: { security: SecurityView }) {
  const { trial } = useMember().user;
  // After the trial a paid invoice replaces the proof of the number, so the card only shows the number.
  if (!trial && phone !== '')
    return (
      <Card title={say.title}>
        <Fact term={say.present} value={phone} />
      </Card>
    );
  return (
    <Card title={say.title} subtitle={trial ? say.subtitle : undefined}>
      {phone !== '' && (
        <Fact
          term={say.present}
          value={phone}
          confirmed={{ is: phoneProven, words: phoneProven ? say.proven : say.notProven }}
        />
      )}
      {!phoneProven && (
        <>
          {trial && <p className={cards.hint}>{say.hint}</p>}
          <div className={cards.actions}>
            <Disclosure label={say.prove}>{(close) => <Proof phone={phone} onClose={close} />}</Disclosure>
          </div>
        </>
      )}
    </Card>
  );
}

/** Asks for the number, and then for the code that was texted to the number. */
function Proof({ phone, onClose }: { phone: string; onClose: () => void }) {
  const [isSent, setIsSent] = useState(false);
  return isSent ? <CodeForm onClose={onClose} /> : <NumberForm phone={phone} {...{ onClose, setIsSent }} />;
}

type NumberFormProps = { phone: string; onClose: () => void; setIsSent: (isSent: boolean) => void };

function NumberForm({ phone, onClose, setIsSent }: NumberFormProps) {
  const form = useCheckedForm(numberCodeRequest);
  const { busy, run } = useCall({ failed: say.failed, onFieldErrors: form.showServerErrors });

  async function send(body: NumberCodeRequest): Promise<void> {
    if ((await run(() => request('POST', '/auth/number-code', { body }))) === null) return;
    toast(say.sent);
    setIsSent(true);
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void send(typed)}>
      <Field label={say.mobile} error={form.errors['phone']}>
        {(control) => (
          <input
            {...control}
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={MAX_PHONE_LENGTH}
            defaultValue={phone}
          />
        )}
      </Field>
      <FormButtons submit={say.submit} busyLabel={say.busy} busy={busy} onCancel={onClose} />
    </CheckedForm>
  );
}

function CodeForm({ onClose }: { onClose: () => void }) {
  const form = useCheckedForm(proveNumberRequest);
  const { busy, run } = useCall({ failed: say.notDone, onFieldErrors: form.showServerErrors });

  async function prove(body: ProveNumberRequest): Promise<void> {
    if ((await run(() => request('POST', '/auth/number-code/confirm', { body }))) === null) return;
    toast(say.done);
    onClose();
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void prove(typed)}>
      <Field label={say.code} error={form.errors['code']}>
        {(control) => (
          <input {...control} name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={10} />
        )}
      </Field>
      <FormButtons submit={say.confirm} busyLabel={say.confirming} busy={busy} onCancel={onClose} />
    </CheckedForm>
  );
}
