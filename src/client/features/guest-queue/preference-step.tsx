import { useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import style from './form.module.css';
import { checkWay, type Way } from './join-form.ts';
import { Progress } from './progress.tsx';
import { useCopy } from './speech.tsx';
import { WayChoice } from './way-choice.tsx';

type Props = {
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
    <form className={style.form} noValidate onSubmit={handleSubmit}>
      <div className={style.head}>
        <Progress step={3} />
        <h1 tabIndex={-1}>{say.title}</h1>
        <p>{say.changeLater}</p>
      </div>
      <WayChoice
        legend={say.legend}
        legendHidden
        hints={{ on_premises: say.onPremisesHint, wait_anywhere: say.waitAnywhereHint }}
        chosen={way.waitingPreference}
        onChoose={(waitingPreference) => {
          setPhoneError(undefined);
          onChange({ ...way, waitingPreference });
        }}
      />
      {anywhere && (
        <Field label={say.phone} hint={say.phoneHint} error={phoneError ?? serverPhoneError}>
          {(control) => (
            <input
              {...control}
              ref={phone}
              name="phoneNumber"
              type="tel"
              required
              autoComplete="tel"
              enterKeyHint="go"
              value={way.phoneNumber}
              onChange={(event) => {
                setPhoneError(undefined);
                onChange({ ...way, phoneNumber: event.currentTarget.value });
              }}
            />
          )}
        </Field>
      )}
      {anywhere && !smsAvailable && (
        <Notice icon="message" role="status">
          {say.noTexts}
        </Notice>
      )}
      <div className={style.actions}>
        <Button tone="quiet" onClick={onBack}>
          {copy.details.back}
        </Button>
        <Button type="submit" busy={joining} busyLabel={say.joining}>
          {copy.details.next}
        </Button>
      </div>
    </form>
  );
}
