import { useRef, useState, type SubmitEvent } from 'react';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import style from '../form.module.css';
import { checkWay, type Details, type Way } from './join-form.ts';
import { pagePath } from '../visit/path.ts';
import { PhoneField } from './phone-field.tsx';
import { Progress } from './progress.tsx';
import { useCopy } from '../i18n.tsx';
import { PreferenceChoice } from './preference-choice.tsx';

type Props = {
  username: string;
  businessName: string;
  /** What was typed in step 2: it goes along where the form is sent by the browser itself. */
  details: Details;
  /** Of the join, where the form is sent by the browser itself. */
  idempotencyKey: string | undefined;
  way: Way;
  onChange: (way: Way) => void;
  /** False where this location has no texts to send right now. */
  smsAvailable: boolean;
  joining: boolean;
  /** What the server said about the phone number. */
  serverPhoneError: string | undefined;
  onBack: () => void;
  onNext: (way: Way) => void;
};

/** Step 3. */
export function PreferenceStep({
  username,
  businessName,
  details,
  idempotencyKey,
  way,
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
  const anywhere = way.waitingPreference === 'wait_anywhere';

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (joining) return;
    // A number typed before changing one's mind is not sent.
    const typed = anywhere ? way : { ...way, phoneNumber: '' };
    const checked = checkWay(copy.errors, typed, copy.errors.phoneRequired);
    if (checked.phoneError === undefined) return onNext(checked.way);
    setPhoneError(checked.phoneError);
    phone.current?.focus();
  }

  return (
    <form className={style.form} noValidate method="post" action={pagePath(username)} onSubmit={handleSubmit}>
      <input type="hidden" name="form" value="preference" />
      <input type="hidden" name="key" value={idempotencyKey} />
      {Object.entries(details).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={style.head}>
        <Progress step={3} />
        <h1 tabIndex={-1}>{say.title}</h1>
        <p>{say.changeLater}</p>
      </div>
      <PreferenceChoice
        legend={say.legend}
        legendHidden
        hints={{ on_premises: say.onPremisesHint, wait_anywhere: say.waitAnywhereHint }}
        chosen={way.waitingPreference}
        onChoose={(waitingPreference) => {
          setPhoneError(undefined);
          onChange({ ...way, waitingPreference });
        }}
      />
      <PhoneField
        businessName={businessName}
        value={way.phoneNumber}
        error={phoneError ?? serverPhoneError}
        enterKeyHint="go"
        ref={phone}
        asking
        onChange={(phoneNumber) => {
          setPhoneError(undefined);
          onChange({ ...way, phoneNumber });
        }}
      />
      {anywhere && !smsAvailable && (
        <Notice icon="message" role="status">
          {say.noTexts}
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
