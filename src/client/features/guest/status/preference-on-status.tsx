import { useRef, useState, type SubmitEvent } from 'react';
import type { GuestPageBoot, ChosenPreference } from '../../../../shared/contracts/guest.ts';
import { NUMBER_PARAMETER } from '../../../../shared/typing/page-parameters.ts';
import type { GuestVisit, WaitingPreference } from '../../../../shared/contracts/queue-view.ts';
import { isNumberObstacle } from '../../../../shared/visit-values.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';
import { checkWaitingPreference } from '../join/join-form.ts';
import { pagePath } from '../visit/path.ts';
import { PhoneField } from '../join/phone-field.tsx';
import { toastFailure } from '../failure-toast.ts';
import { useCopy } from '../i18n.tsx';
import { useNumberCheck } from '../join/use-number-check.ts';
import { PreferenceChoice } from '../join/preference-choice.tsx';
import style from './preference-on-status.module.css';

type Props = {
  username: string;
  /** The location that checks a typed number; undefined if the location is not known. */
  locationId: string | undefined;
  asked: GuestPageBoot['numberAsked'];
  businessName: string;
  customer: GuestVisit;
  /** Sends the choice; throws `ApiError` if the server refuses. */
  onChange: (change: ChosenPreference) => Promise<void>;
};

/**
 * Changes the waiting preference on the status page (`docs/spec.md` sections 4 and 5, 10.8). The page shows a choice at
 * once. If the server refuses the choice, the page undoes it and shows a toast. If the guest chooses Wait Anywhere
 * without a number, the page asks for a number.
 */
export function PreferenceOnStatus(props: Props) {
  const { username, locationId, asked, businessName, customer, onChange } = props;
  const copy = useCopy();
  const say = copy.status;
  const savedPhone = customer.phoneNumber ?? '';
  /** The choice that is not saved yet, if any. */
  const [chosen, setChosen] = useState<WaitingPreference | null>(asked ? 'wait_anywhere' : null);
  const [phone, setPhone] = useState<string | null>(null);
  const [phoneError, setPhoneError] = useState(asked?.error);
  const [saving, setSaving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const preference = chosen ?? customer.waitingPreference;
  const anywhere = preference === 'wait_anywhere';
  const typed = phone ?? savedPhone;
  const isOtherNumber = typed.trim() !== savedPhone;
  const unsaved = preference !== customer.waitingPreference || isOtherNumber;
  const obstacle = useNumberCheck(username, locationId ?? '', anywhere && isOtherNumber ? typed.trim() : '');
  const cannotText = isNumberObstacle(customer.message?.error) && !isOtherNumber;

  async function change(waitingPreference: WaitingPreference): Promise<void> {
    setPhoneError(undefined);
    setChosen(waitingPreference);
    const checked = checkWaitingPreference(
      copy.errors,
      // If the guest typed a number and then chose to stay on the premises, the number is not sent.
      { waitingPreference, phoneNumber: waitingPreference === 'wait_anywhere' ? typed : '' },
      copy.errors.phoneRequiredToSwitch,
    );
    if (checked.phoneError !== undefined) {
      setPhoneError(checked.phoneError);
      toast(copy.toasts.almostThere, { body: copy.toasts.almostThereBody });
      // The field appears with this change, so the focus moves after the render.
      requestAnimationFrame(() => input.current?.focus());
      return;
    }
    setSaving(true);
    try {
      await onChange(checked.preference);
      dismissToasts();
      if (waitingPreference === customer.waitingPreference) toast(copy.toasts.numberSaved);
      else
        toast(
          waitingPreference === 'on_premises' ? copy.toasts.stayingClose : copy.toasts.switchedToAnywhere,
        );
      setPhone(null);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : new ApiError(0, '');
      toastFailure(copy.toasts.switchFailed, refusal, copy);
      setPhoneError(refusal.fieldErrors['phoneNumber']?.[0]);
    } finally {
      // Now the page shows the server's state again.
      setChosen(null);
      setSaving(false);
    }
  }

  /** Shows the server's state again, without a call. */
  function reset(): void {
    setChosen(null);
    setPhone(null);
    setPhoneError(undefined);
    dismissToasts();
  }

  function savePhone(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!saving) void change('wait_anywhere');
  }

  return (
    <form
      className={style.preference}
      noValidate
      method="post"
      action={pagePath(username)}
      onSubmit={savePhone}
    >
      <input type="hidden" name="form" value="way" />
      <PreferenceChoice
        legend={say.howYouWait}
        hints={{ on_premises: say.onPremisesShort, wait_anywhere: say.waitAnywhereShort }}
        chosen={preference}
        onChoose={(next) => {
          if (saving) return;
          if (next === customer.waitingPreference) reset();
          else void change(next);
        }}
      />
      <PhoneField
        businessName={businessName}
        value={typed}
        error={phoneError}
        enterKeyHint="done"
        ref={input}
        asking={savedPhone === '' || isOtherNumber}
        onChange={(next) => {
          setPhone(next);
          setPhoneError(undefined);
        }}
      />
      {anywhere && unsaved && typed.trim() !== '' && (
        <Button type="submit" tone="quiet" wide busy={saving}>
          {say.savePhone}
        </Button>
      )}
      {anywhere && (cannotText || obstacle !== undefined) && (
        <Notice icon="warning" role="status">
          {cannotText ? say.cannotText : obstacle}
        </Notice>
      )}
      {/* Only the server renders this form, because browsers with scripts never show the form. */}
      <noscript className={style.preference}>
        {import.meta.env.SSR && <WithoutScripts asking={asked !== undefined} />}
      </noscript>
    </form>
  );
}

/** The form for browsers without scripts: a button, and a link to a page that asks for the number. */
function WithoutScripts({ asking }: { asking: boolean }) {
  const copy = useCopy();
  return (
    <>
      <Button type="submit" tone="quiet" wide>
        {copy.status.saveWay}
      </Button>
      {!asking && (
        <a href={`?${NUMBER_PARAMETER}`} className={buttonClass({ tone: 'quiet', wide: true })}>
          {copy.preference.phone}
        </a>
      )}
    </>
  );
}
