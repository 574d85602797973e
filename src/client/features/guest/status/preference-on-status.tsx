import { useRef, useState, type SubmitEvent } from 'react';
import type { GuestPageBoot, PreferenceChange } from '../../../../shared/contracts/guest.ts';
import { NUMBER_PARAMETER } from '../../../../shared/typing/number-parameter.ts';
import type { GuestVisit, WaitingPreference } from '../../../../shared/contracts/queue-view.ts';
import { isNumberObstacle } from '../../../../shared/visit-words.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';
import { checkWay } from '../join/join-form.ts';
import { pagePath } from '../visit/path.ts';
import { PhoneField } from '../join/phone-field.tsx';
import { sentenceOf } from '../sentence-of.ts';
import { useCopy } from '../i18n.tsx';
import { PreferenceChoice } from '../join/preference-choice.tsx';
import style from './preference-on-status.module.css';

type Props = {
  username: string;
  asked: GuestPageBoot['numberAsked'];
  businessName: string;
  customer: GuestVisit;
  /** Tells the server; throws `ApiError` when it refuses. */
  onChange: (change: PreferenceChange) => Promise<void>;
};

/**
 * The way one waits, changed from the status page (`docs/spec.md` sections 4 and 5, 10.8). What the guest chose is shown at
 * once; what the server refuses is told and undone. Wait Anywhere without a number keeps the choice and asks for one.
 */
export function PreferenceOnStatus({ username, asked, businessName, customer, onChange }: Props) {
  const copy = useCopy();
  const say = copy.status;
  const savedPhone = customer.phoneNumber ?? '';
  /** The choice while it is not (yet) the server's; null when there is none. */
  const [chosen, setChosen] = useState<WaitingPreference | null>(asked ? 'wait_anywhere' : null);
  const [phone, setPhone] = useState<string | null>(null);
  const [phoneError, setPhoneError] = useState(asked?.error);
  const [saving, setSaving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const way = chosen ?? customer.waitingPreference;
  const anywhere = way === 'wait_anywhere';
  const typed = phone ?? savedPhone;
  const unsaved = way !== customer.waitingPreference || typed.trim() !== savedPhone;
  const cannotText = isNumberObstacle(customer.message?.error) && typed.trim() === savedPhone;

  async function change(waitingPreference: WaitingPreference): Promise<void> {
    setPhoneError(undefined);
    setChosen(waitingPreference);
    const checked = checkWay(
      copy.errors,
      // A number typed before changing one's mind is not sent.
      { waitingPreference, phoneNumber: waitingPreference === 'wait_anywhere' ? typed : '' },
      copy.errors.phoneRequiredToSwitch,
    );
    if (checked.phoneError !== undefined) {
      setPhoneError(checked.phoneError);
      toast(copy.toasts.almostThere, { body: copy.toasts.almostThereBody });
      // The field comes with this very change: focus it when it is there.
      requestAnimationFrame(() => input.current?.focus());
      return;
    }
    setSaving(true);
    try {
      await onChange(checked.way);
      dismissToasts();
      const staying = waitingPreference === 'on_premises';
      toast(staying ? copy.toasts.stayingClose : copy.toasts.switchedToAnywhere);
      setPhone(null);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : new ApiError(0, '');
      const body = sentenceOf(refusal, copy) || copy.toasts.tryAgain;
      toast(copy.toasts.switchFailed, { body, tone: 'bad' });
      setPhoneError(refusal.fieldErrors['phoneNumber']?.[0]);
    } finally {
      // From here the server's word stands: the new choice, or the one before it.
      setChosen(null);
      setSaving(false);
    }
  }

  /** Back to what the server has: nothing to tell it. */
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
    <form className={style.way} noValidate method="post" action={pagePath(username)} onSubmit={savePhone}>
      <input type="hidden" name="form" value="way" />
      <PreferenceChoice
        legend={say.howYouWait}
        hints={{ on_premises: say.onPremisesShort, wait_anywhere: say.waitAnywhereShort }}
        chosen={way}
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
        asking={savedPhone === '' || typed.trim() !== savedPhone}
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
      {anywhere && cannotText && (
        <Notice icon="warning" role="status">
          {say.cannotText}
        </Notice>
      )}
      {/* Not in the page's script, which never shows it. */}
      <noscript className={style.way}>
        {import.meta.env.SSR && <WithoutScripts asking={asked !== undefined} />}
      </noscript>
    </form>
  );
}

/** A choice is sent as it is made; where no script runs it takes a button, and the number a page that waits for it. */
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
