import { useEffect, useState } from 'react';
import {
  confirmSecondStepRequest,
  recoveryCodesAnswer,
  secondStepOffer,
  type SecondStepOffer,
} from '../../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { request } from '../../../lib/api.ts';
import { CheckedForm } from '../../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../../site/form/use-checked-form.ts';
import { Field } from '../../../ui/form/field.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import edit from '../../../member-area/form/edit-form.module.css';
import cards from '../../../member-area/cards.module.css';
import styles from '../account.module.css';
import { ConfirmForm } from '../confirm-form.tsx';
import { FormButtons } from '../../../member-area/form/form-buttons.tsx';
import { useCall } from '../use-call.ts';

const say = securityCopy.secondStep;

type Props = { onCodes: (codes: string[]) => void; onCancel: () => void };

/**
 * Sets up the second step: asks for the password, then shows the QR code and asks for the first code of the
 * authenticator app.
 */
export function SecondStepSetUp({ onCodes, onCancel }: Props) {
  const [offer, setOffer] = useState<SecondStepOffer>();
  if (offer) return <FirstCode offer={offer} onCodes={onCodes} onCancel={onCancel} />;
  return (
    <>
      <p className={cards.hint}>{say.passwordFirst}</p>
      <ConfirmForm
        submit={say.next}
        busyLabel={say.busy}
        failed={say.turnOnFailed}
        call={(body) => request('POST', '/auth/second-step', { body, schema: secondStepOffer })}
        onDone={setOffer}
        onCancel={onCancel}
      />
    </>
  );
}

function FirstCode({ offer, onCodes, onCancel }: Props & { offer: SecondStepOffer }) {
  const form = useCheckedForm(confirmSecondStepRequest);
  const { busy, run } = useCall({ failed: say.turnOnFailed, onFieldErrors: form.showServerErrors });
  const qrCode = useAppCode(offer.uri);

  async function confirm(body: { code: string }): Promise<void> {
    const done = await run(() =>
      request('POST', '/auth/second-step/confirm', { body, schema: recoveryCodesAnswer }),
    );
    if (!done) return;
    toast(say.turnedOn);
    onCodes(done.answer.recoveryCodes);
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void confirm(typed)}>
      <p>{say.scan}</p>
      {/* The space is reserved while the QR code is drawn, so that the field below does not move. */}
      <div className={styles.qr}>
        {qrCode && <img src={qrCode} width={QR_PX} height={QR_PX} alt={say.qrAlt} />}
      </div>
      <p className={cards.hint}>
        {say.orType} <code className={styles.key}>{offer.secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <Field label={say.code} hint={say.codeHint} error={form.errors['code']}>
        {(control) => (
          <input {...control} name="code" type="text" inputMode="numeric" autoComplete="one-time-code" />
        )}
      </Field>
      <FormButtons submit={say.confirm} busyLabel={say.busy} busy={busy} onCancel={onCancel} />
    </CheckedForm>
  );
}

/** The picture of the QR code. Undefined until the picture is drawn; stays undefined if the drawing failed. */
function useAppCode(uri: string): string | undefined {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    void drawAppCode(uri).then((drawn) => isWanted && setPicture(drawn));
    return () => {
      isWanted = false;
    };
  }, [uri]);
  return picture;
}

/** The size of the shown QR code in px. A phone can scan this size from a laptop's screen at arm's length. */
const QR_PX = 208;

/**
 * Draws the QR code for an authenticator app, as a data URL. Undefined if the encoder could not be loaded. The encoder
 * is loaded only here, because few people need it.
 */
async function drawAppCode(uri: string): Promise<string | undefined> {
  try {
    const { toDataURL } = await import('qrcode');
    return await toDataURL(uri, { width: 2 * QR_PX, margin: 2, errorCorrectionLevel: 'M' });
  } catch {
    // The person can still type the key that the page shows beside the picture.
    return undefined;
  }
}
