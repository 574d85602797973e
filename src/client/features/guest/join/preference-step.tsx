import { useRef, useState, type SubmitEvent } from 'react';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import style from '../form.module.css';
import type { ChosenPreference } from '../../../../shared/contracts/guest.ts';
import { checkWaitingPreference, type Details } from './join-form.ts';
import { pagePath } from '../visit/path.ts';
import { PhoneField } from './phone-field.tsx';
import { Progress } from './progress.tsx';
import { useCopy } from '../i18n.tsx';
import { useNumberCheck } from './use-number-check.ts';
import { PreferenceChoice } from './preference-choice.tsx';

type Props = {
  username: string;
  businessName: string;
  /** The details of step 2, which the form also sends if scripts do not run. */
  details: Details;
  /** The idempotency key of a form sent without scripts. */
  idempotencyKey: string | undefined;
  preference: ChosenPreference;
  onChange: (preference: ChosenPreference) => void;
  /** False if this location cannot send texts now. */
  smsAvailable: boolean;
  joining: boolean;
  /** The server's error about the phone number. */
  serverPhoneError: string | undefined;
  onBack: () => void;
  onNext: (preference: ChosenPreference) => void;
};

/** Step 3: where the guest waits, and the phone number for texts. */
export function PreferenceStep({
  username,
  businessName,
  details,
  idempotencyKey,
  preference,
  onChange,
  smsAvailable,
  joining,
  serverPhoneError,
  onBack,
  onNext,
}: Props) {
  const copy = useCopy();
  const say = copy.preference;
  const [phoneError, setPhoneError] = useState<string>();
  const phone = useRef<HTMLInputElement>(null);
  const anywhere = preference.waitingPreference === 'wait_anywhere';
  const obstacle = useNumberCheck(
    username,
    details.locationId,
    anywhere && smsAvailable ? preference.phoneNumber.trim() : '',
  );

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (joining) return;
    // If the guest typed a number and then chose to stay on the premises, the number is not sent.
    const typed = anywhere ? preference : { ...preference, phoneNumber: '' };
    const checked = checkWaitingPreference(copy.errors, typed, copy.errors.phoneRequired);
    if (checked.phoneError === undefined) return onNext(checked.preference);
    setPhoneError(checked.phoneError);
    phone.current?.focus();
  }

  return (
    <form className={style.form} noValidate method="post" action={pagePath(username)} onSubmit={handleSubmit}>
      <input type="hidden" name="form" value="preference" />
      <input type="hidden" name="key" value={idempotencyKey} />
      {Object.entries(details).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <div className={style.head}>
        <Progress step={3} />
        <h1 tabIndex={-1}>{say.title}</h1>
        <p>{say.changeLater}</p>
      </div>
      {!smsAvailable && (
        <Notice icon="message" role="status">
          {say.noTexts}
        </Notice>
      )}
      <PreferenceChoice
        legend={say.legend}
        legendHidden
        hints={{
          on_premises: say.onPremisesHint,
          wait_anywhere: smsAvailable ? say.waitAnywhereHint : '',
        }}
        chosen={preference.waitingPreference}
        onChoose={(waitingPreference) => {
          setPhoneError(undefined);
          onChange({ ...preference, waitingPreference });
        }}
      />
      <PhoneField
        businessName={businessName}
        value={preference.phoneNumber}
        error={phoneError ?? serverPhoneError}
        enterKeyHint="go"
        ref={phone}
        asking
        onChange={(phoneNumber) => {
          setPhoneError(undefined);
          onChange({ ...preference, phoneNumber });
        }}
      />
      {obstacle !== undefined && (
        <Notice icon="warning" role="status">
          {obstacle}
        </Notice>
      )}
      <div className={style.actions}>
        <a
          href={pagePath(username)}
          className={buttonClass({ tone: 'quiet' })}
          onClick={(event) => {
            event.preventDefault();
            onBack();
          }}
        >
          {copy.details.back}
        </a>
        <Button type="submit" busy={joining} busyLabel={say.joining}>
          {copy.details.next}
        </Button>
      </div>
    </form>
  );
}
