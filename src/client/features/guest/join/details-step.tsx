import { useState, type SubmitEvent } from 'react';
import type { GuestLocation } from '../../../../shared/contracts/guest.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { joinRules } from '../../../../shared/typing/join-rules.ts';
import { classes } from '../../../ui/classes.ts';
import style from '../form.module.css';
import { checkDetails, type Details, type FieldErrors } from './join-form.ts';
import { LineNow } from './line-now.tsx';
import { NumberStepper } from './number-stepper.tsx';
import { goTo, pagePath } from '../visit/path.ts';
import { Progress } from './progress.tsx';
import { useCopy } from '../i18n.tsx';

type Props = {
  username: string;
  locations: GuestLocation[];
  initial: Details;
  /** The errors of a form that was sent before hydration. */
  initialErrors: FieldErrors;
  onNext: (details: Details) => void;
};

/**
 * Step 2, the guest's details. The fields are uncontrolled, so that values typed before hydration are kept. Before
 * hydration, the button Next sends a normal form to the server.
 */
export function DetailsStep({ username, locations, initial, initialErrors, onNext }: Props) {
  const copy = useCopy();
  const say = copy.details;
  /**
   * A location that no longer exists is not preselected, because the select would then silently choose another
   * location.
   */
  const isGone = !locations.some((location) => location.locationId === initial.locationId);
  const [firstLocationId] = useState(isGone ? '' : initial.locationId);
  const [locationId, setLocationId] = useState(firstLocationId);
  const [errors, setErrors] = useState<FieldErrors>(() =>
    firstLocationId === initial.locationId
      ? initialErrors
      : { ...initialErrors, locationId: joinRules(copy.errors).address('') },
  );
  const chosen = locations.find((location) => location.locationId === locationId);
  const closed = chosen?.accepting === false;

  function edited(name: keyof Details): void {
    if (errors[name] !== undefined) setErrors({ ...errors, [name]: undefined });
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const location = locations.find((one) => one.locationId === textIn(data, 'locationId'));
    const typedGuests = textIn(data, 'numGuests').trim();
    const { details, errors } = checkDetails(copy.errors, {
      locationId: location?.locationId ?? '',
      address: location?.address ?? '',
      firstName: textIn(data, 'firstName'),
      lastName: textIn(data, 'lastName'),
      ...(data.has('oneName') && { oneName: true }),
      numGuests: typedGuests === '' ? 0 : Number(typedGuests),
    });
    if (Object.values(errors).every((error) => error === undefined)) return onNext(details);
    setErrors(errors);
    focusFirstError(form, errors);
  }

  return (
    <form className={style.form} noValidate method="post" action={pagePath(username)} onSubmit={handleSubmit}>
      <input type="hidden" name="form" value="details" />
      <LineNow locations={chosen ? [chosen] : locations} />
      <div className={style.head}>
        <Progress step={2} />
        <h1 tabIndex={-1}>{closed ? say.closed : say.title}</h1>
      </div>
      <Field label={say.location} error={chosen ? undefined : errors['locationId']}>
        {(control) => (
          <select
            {...control}
            name="locationId"
            required
            defaultValue={firstLocationId}
            onChange={(event) => {
              setLocationId(event.currentTarget.value);
              edited('locationId');
            }}
          >
            <option value="" disabled hidden>
              {say.chooseLocation}
            </option>
            {locations.map((location) => (
              <option key={location.locationId} value={location.locationId}>
                {say.locationOption(location.businessName, location.address)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {closed && (
        <Notice icon="clock" role="status">
          {chosen.reason}
        </Notice>
      )}
      {/* The fields are hidden, not removed, so that typed values are kept until the location opens. Without scripts
          the fields stay visible, so that the guest can choose another location and send the form. */}
      <div
        className={classes(style.fields, closed && style.closed)}
        hidden={closed && locations.length === 1}
      >
        <div className={style.names}>
          <Field label={say.firstName} error={errors['firstName']}>
            {(control) => (
              <input
                {...control}
                name="firstName"
                required
                autoComplete="given-name"
                enterKeyHint="next"
                defaultValue={initial.firstName}
                onInput={() => edited('firstName')}
              />
            )}
          </Field>
          <div className={style.lastName}>
            <Field label={say.lastName} error={errors['lastName']}>
              {(control) => (
                <input
                  {...control}
                  name="lastName"
                  required
                  autoComplete="family-name"
                  enterKeyHint="next"
                  defaultValue={initial.lastName}
                  onInput={() => edited('lastName')}
                />
              )}
            </Field>
          </div>
        </div>
        <label className={style.oneName}>
          <input
            type="checkbox"
            name="oneName"
            value="true"
            defaultChecked={initial.oneName}
            onChange={() => edited('lastName')}
          />
          {say.oneName}
        </label>
        <Field label={say.numGuests} error={errors['numGuests']}>
          {(control) => (
            <NumberStepper
              control={control}
              name="numGuests"
              initial={initial.numGuests}
              onChange={() => edited('numGuests')}
            />
          )}
        </Field>
        <p className={style.small}>{copy.preference.privacy}</p>
        <div className={style.actions}>
          <a
            href="/queue"
            className={buttonClass({ tone: 'quiet' })}
            onClick={(event) => {
              event.preventDefault();
              goTo('/queue');
            }}
          >
            {say.back}
          </a>
          <Button type="submit">{say.next}</Button>
        </div>
      </div>
    </form>
  );
}

/** Focuses the first control with an error, in the order of the page. */
function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  for (const control of form.elements) {
    const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
    if (isField && errors[control.name] !== undefined) return control.focus();
  }
}

/** Returns the value of a text field. Returns '' if the form has no such field. */
function textIn(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
