import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { DEVICE_IDLE_MINUTES, MAX_DEVICE_NAME_LENGTH } from '../../../shared/limits.ts';
import { Field } from '../../ui/form/field.tsx';

const say = devicesCopy.add;

export function NameField({ name, error }: { name?: string; error: string | undefined }) {
  return (
    <Field label={say.name} hint={say.nameHint} error={error}>
      {(control) => (
        <input
          {...control}
          name="name"
          autoComplete="off"
          maxLength={MAX_DEVICE_NAME_LENGTH}
          defaultValue={name}
        />
      )}
    </Field>
  );
}

/** The choice of the time after which a device locks if nobody touches it. */
export function IdleField({ minutes, onChoose }: { minutes: number; onChoose: (minutes: number) => void }) {
  return (
    <Field label={say.idle}>
      {(control) => (
        <select {...control} value={minutes} onChange={({ target }) => onChoose(Number(target.value))}>
          {DEVICE_IDLE_MINUTES.map((choice) => (
            <option key={choice} value={choice}>
              {say.minutes(choice)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
