import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { deviceAnswer, type DeviceView } from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { PIN_MAX_LENGTH, PIN_MIN_LENGTH } from '../../../shared/limits.ts';
import { withPlainDigits } from '../../../shared/typing/plain-digits.ts';
import { ApiError, request } from '../../lib/api.ts';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { loadInLanguage } from '../../site/load-in-language.ts';
import { Button } from '../../ui/form/button.tsx';
import { FieldError } from '../../ui/form/field-error.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { deviceQuery } from './device-queries.ts';
import styles from './device.module.css';

const say = devicesCopy.page;
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

type Props = {
  memberId: string;
  name: string;
  onUnlocked: (view: DeviceView) => void;
  onBack: () => void;
};

/** The keys on which a member types the PIN. A keyboard also works. */
export function PinPad({ memberId, name, onUnlocked, onBack }: Props) {
  const queryClient = useQueryClient();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  // This form has replaced the list of names, so the focus moves to the field.
  useEffect(() => field.current?.focus(), []);

  function type(next: string): void {
    setError(undefined);
    setPin(withPlainDigits(next).replaceAll(/\D/g, '').slice(0, PIN_MAX_LENGTH));
  }

  async function unlock(): Promise<void> {
    if (busy || pin.length < PIN_MIN_LENGTH) return;
    setBusy(true);
    try {
      const body = { memberId, pin };
      const device = await request('POST', '/auth/device/unlock', { body, schema: deviceAnswer });
      onUnlocked(device);
      // Loads the stand in the member's language. The next lock screen has the same language.
      tellUnconfirmed(device.unconfirmedAt, () => loadInLanguage('/device'));
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      setPin('');
      setBusy(false);
      // The device was revoked, so after the refetch the page asks for a new code.
      if (refused.status === 401) return queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey });
      setError(refused.message || say.failedToOpen);
      field.current?.focus();
    }
  }

  return (
    <form
      className={styles.pad}
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        void unlock();
      }}
    >
      <label htmlFor={id} className="sr">
        {say.pinOf(name)}
      </label>
      <input
        ref={field}
        id={id}
        className={styles.pin}
        type="password"
        // The keys below replace the on-screen keyboard.
        inputMode="none"
        autoComplete="off"
        value={pin}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => type(target.value)}
      />
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className={styles.keys}>
        {digits.map((digit) => (
          <button key={digit} type="button" className={styles.key} onClick={() => type(pin + digit)}>
            {digit}
          </button>
        ))}
        <button
          type="button"
          className={styles.key}
          aria-label={say.erase}
          onClick={() => type(pin.slice(0, -1))}
        >
          <Icon name="backspace" size={26} />
        </button>
        <button type="button" className={styles.key} onClick={() => type(`${pin}0`)}>
          0
        </button>
        <button
          type="submit"
          className={styles.key}
          data-main
          aria-label={say.open}
          aria-disabled={busy || pin.length < PIN_MIN_LENGTH || undefined}
        >
          <Icon name="check" size={26} />
        </button>
      </div>
      <Button tone="quiet" wide onClick={onBack}>
        {say.back}
      </Button>
    </form>
  );
}
