import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { settingsCopy } from '../../../shared/copy/owner/settings.ts';
import { MAX_ADDRESS_LENGTH } from '../../../shared/limits.ts';
import { cleanLine } from '../../../shared/typing/typed-text.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { toast } from '../../ui/status/toast.tsx';
import styles from './add-location-form.module.css';
import { useMember } from '../member-context.ts';
import { useAddLocation } from './use-locations.ts';

const say = settingsCopy.page;
const toasts = ownerCopy.toasts;

/**
 * The form for a new location; Enter submits. If the plan allows no more locations, field and button are disabled, and
 * a note gives the reason (`docs/spec.md` sections 2 and 5).
 */
export function AddLocationForm() {
  const { maxLocations, locations, away = [], plan, trial } = useMember().user;
  const full = locations.length + away.length >= maxLocations;
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string>();
  const add = useAddLocation();

  function submit(): void {
    if (add.isPending) return;
    if (full) {
      toast(toasts.limitReached, { tone: 'bad', body: toasts.limitReachedBody(maxLocations) });
      return;
    }
    if (cleanLine(address) === '') {
      flushSync(() => setError(toasts.addressRequiredBody));
      input.current?.focus();
      toast(toasts.addressRequired, { tone: 'bad', body: toasts.addressRequiredBody });
      return;
    }
    add.mutate(address, { onSuccess: () => setAddress('') });
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={say.address} error={error} hint={full ? say.limitNote : undefined}>
        {(control) => (
          <input
            {...control}
            ref={input}
            name="address"
            autoComplete="off"
            maxLength={MAX_ADDRESS_LENGTH}
            disabled={full}
            placeholder={full ? say.limitPlaceholder(maxLocations) : say.addressPlaceholder}
            value={address}
            onChange={(event) => {
              setAddress(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" disabled={full} busy={add.isPending}>
        <Icon name="plus" />
        {say.add}
      </Button>
      {full && plan === 'Starter' && (
        <Link to={trial ? '/payments' : '/plan-change'} className={styles.upgrade}>
          {say.upgrade}
        </Link>
      )}
    </form>
  );
}
