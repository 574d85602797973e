import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { joinErrors } from '../../../../shared/copy/en/join-errors.ts';
import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import { DEFAULT_PARTY_SIZE, MAX_PARTY_SIZE } from '../../../../shared/limits.ts';
import { walkInRequest } from '../../../../shared/contracts/line.ts';
import type { WaitingPreference } from '../../../../shared/contracts/queue-view.ts';
import { ApiError } from '../../../lib/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { DialogActions, Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/owner-icon.tsx';
import styles from '../tools.module.css';
import { useWalkIn, walkInFailure } from './use-walk-in.ts';

const say = ownerCopy.walkIn;
const preferences: [WaitingPreference, string][] = [
  ['on_premises', ownerCopy.dashboard.onPremises],
  ['wait_anywhere', ownerCopy.dashboard.waitAnywhere],
];

type Errors = Readonly<Record<string, string>>;

type Props = { locationId: string; onAdded: (visitId: string) => void; onClose: () => void };

/** The form of a walk-in. Only the first name is required. */
function WalkInForm({ locationId, onAdded, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const add = useWalkIn(locationId, onAdded);
  const failure = add.error !== null && Object.keys(errors).length === 0 ? walkInFailure(add.error) : null;

  function show(found: Errors): void {
    // The error must be rendered before the focus moves, or a screen reader announces the field without it.
    flushSync(() => setErrors(found));
    const inputs = [...(form.current?.elements ?? [])].filter((one) => one instanceof HTMLInputElement);
    inputs.find((input) => found[input.name] !== undefined)?.focus();
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (add.isPending) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    const read = walkInRequest.safeParse({ ...typed, numGuests: Number(typed['numGuests']) });
    if (!read.success) {
      const found = read.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
      show(firstOfEach([...found, ...missingPhone(event.currentTarget)]));
      return;
    }
    setErrors({});
    add.mutate(read.data, {
      onSuccess: onClose,
      onError: (error) => error instanceof ApiError && show(serverErrors(error)),
    });
  }

  /**
   * Clears a field's error when the field is edited (`docs/spec.md` section 5). Changing the waiting mode clears the
   * error of the phone number.
   */
  function handleChange(event: ChangeEvent<HTMLFormElement>): void {
    const edited: EventTarget & { name?: string } = event.target;
    const name = edited.name === 'waitingPreference' ? 'phoneNumber' : (edited.name ?? '');
    const { [name]: _cleared, ...rest } = errors;
    setErrors(rest);
    add.reset();
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit} onChange={handleChange}>
      <Field label={say.firstName} error={errors['firstName']}>
        {(control) => <input {...control} name="firstName" required autoComplete="off" enterKeyHint="next" />}
      </Field>
      <Field label={say.lastName} error={errors['lastName']}>
        {(control) => <input {...control} name="lastName" autoComplete="off" enterKeyHint="next" />}
      </Field>
      <Field label={say.numGuests} error={errors['numGuests']}>
        {(control) => (
          <input
            {...control}
            name="numGuests"
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_PARTY_SIZE}
            defaultValue={DEFAULT_PARTY_SIZE}
          />
        )}
      </Field>
      <fieldset className={styles.preferences}>
        <legend>{say.waitingPreference}</legend>
        {preferences.map(([preference, words]) => (
          <label key={preference}>
            <input
              type="radio"
              name="waitingPreference"
              value={preference}
              defaultChecked={preference === 'on_premises'}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <Field label={say.phone} hint={say.phoneHint} error={errors['phoneNumber']}>
        {(control) => (
          <input {...control} name="phoneNumber" type="tel" autoComplete="off" enterKeyHint="done" />
        )}
      </Field>
      <div role="alert">
        {failure !== null && (
          <p className={styles.failure}>
            <Icon name="warning" />
            <span>
              <b>{say.failed}</b> {failure}
            </span>
          </p>
        )}
      </div>
      <DialogActions>
        <Button tone="quiet" onClick={onClose}>
          {say.cancel}
        </Button>
        <Button type="submit" busy={add.isPending} busyLabel={say.busy}>
          {say.submit}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Checks the phone number separately, because the schema compares two fields only if each is valid by itself. */
function missingPhone(form: HTMLFormElement): [name: string, message: string][] {
  const data = new FormData(form);
  const phone = data.get('phoneNumber');
  const isMissing = typeof phone === 'string' && phone.trim() === '';
  return isMissing && data.get('waitingPreference') === 'wait_anywhere'
    ? [['phoneNumber', joinErrors.phoneRequired]]
    : [];
}

function serverErrors({ fieldErrors }: ApiError): Errors {
  return firstOfEach(
    Object.entries(fieldErrors).flatMap(([name, messages]) => messages.map((one) => [name, one] as const)),
  );
}

function firstOfEach(found: (readonly [name: string, message: string])[]): Errors {
  const errors: Record<string, string> = {};
  for (const [name, message] of found) errors[name] ??= message;
  return errors;
}

type DialogProps = {
  locationId: string;
  open: boolean;
  /** Called with the visit's id once it is known, even after the dialog was closed. */
  onAdded: (visitId: string) => void;
  onClose: () => void;
};

/** The walk-in dialog. Each opening starts with an empty form. */
export function WalkInDialog({ locationId, open, onAdded, onClose }: DialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={ownerCopy.walkIn.title}>
      <WalkInForm locationId={locationId} onAdded={onAdded} onClose={onClose} />
    </Dialog>
  );
}
