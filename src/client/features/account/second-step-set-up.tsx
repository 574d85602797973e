import { useEffect, useState } from 'react';
import {
  confirmSecondStepRequest,
  recoveryCodesAnswer,
  secondStepOffer,
  type SecondStepOffer,
} from '../../../shared/contracts/account-security.ts';
import { securityCopy } from '../../../shared/copy/en/security.ts';
import { request } from '../../lib/api.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import styles from './account.module.css';
import { ConfirmForm } from './confirm-form.tsx';
import { FormButtons } from './form-buttons.tsx';
import { useCall } from './use-call.ts';

const say = securityCopy.secondStep;

type Props = { onCodes: (codes: string[]) => void; onCancel: () => void };

/** Switching it on: the password, then the app's QR code and its first code. */
export function SecondStepSetUp({ onCodes, onCancel }: Props) {
  const [offer, setOffer] = useState<SecondStepOffer>();
  if (offer) return <FirstCode offer={offer} onCodes={onCodes} onCancel={onCancel} />;
  return (
    <>
      <p className={styles.hint}>{say.passwordFirst}</p>
      <ConfirmForm
        submit={say.next}
        busyLabel={say.busy}
        failed={say.turnOnFailed}
        asksCode={false}
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
    <CheckedForm form={form} busy={busy} className={styles.form} onTyped={(typed) => void confirm(typed)}>
      <p>{say.scan}</p>
      {/* Its place is kept while it is drawn: the field below must not move under a finger. */}
      <div className={styles.qr}>
        {qrCode && <img src={qrCode} width={QR_PX} height={QR_PX} alt={say.qrAlt} />}
      </div>
      <p className={styles.hint}>
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

/** The QR code once it has been generated. Where that fails, the key beside it does the same. */
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

/** How large the code is shown: readable from a laptop's screen at arm's length. */
const QR_PX = 208;

/**
 * The QR code that an authenticator app reads, as a data URL. Undefined where the encoder could not be loaded: the key
 * beside the picture says the same. The encoder is loaded here: hardly any visit needs it.
 */
async function drawAppCode(uri: string): Promise<string | undefined> {
  try {
    const { toDataURL } = await import('qrcode');
    return await toDataURL(uri, { width: 2 * QR_PX, margin: 2, errorCorrectionLevel: 'M' });
  } catch {
    // Nothing is lost: see above.
    return undefined;
  }
}
