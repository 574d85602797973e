import { useState } from 'react';
import { settingsCopy } from '../../../shared/copy/settings.ts';
import { CAPACITY_MAX } from '../../../shared/limits.ts';
import type { LocationView } from '../../../shared/queue-view.ts';
import { Field } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './queue-settings.module.css';
import { Marked, SaveMark } from './save-mark.tsx';
import { capacityFrom } from './setting-words.ts';
import { useSetting } from './use-setting.ts';

const say = settingsCopy.queue;

/** Whether and how many may join. */
export function JoiningSettings({ location }: { location: LocationView }) {
  const paused = useSetting(location, 'paused', say.pause);
  return (
    <div className={styles.group}>
      <h4 className={styles.heading}>{say.joiningGroup}</h4>
      <Switch
        label={say.pause}
        hint={say.pauseHint}
        on={paused.value}
        onChange={paused.save}
        error={paused.error}
        mark={<SaveMark state={paused.state} problem={paused.error} />}
      />
      <CapacityField location={location} />
    </div>
  );
}

/** Saved on leaving the field or by Enter: half a number must not shut anybody out. */
function CapacityField({ location }: { location: LocationView }) {
  const capacity = useSetting(location, 'capacity', say.capacity);
  const [typed, setTyped] = useState<string>();
  const [complaint, setComplaint] = useState<string>();
  const error = complaint ?? (typed === undefined ? capacity.error : undefined);

  function commit(): void {
    if (typed === undefined) return;
    const read = capacityFrom(typed);
    if (read === undefined) {
      setComplaint(say.capacityRange(CAPACITY_MAX));
      return;
    }
    setTyped(undefined);
    if (read !== capacity.value) capacity.save(read);
  }

  return (
    <Marked state={complaint === undefined ? capacity.state : 'failed'} problem={error}>
      <Field label={say.capacity} hint={say.capacityHint} error={error}>
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            placeholder={say.capacityNone}
            value={typed ?? capacity.value ?? ''}
            onChange={(event) => {
              setTyped(event.target.value);
              setComplaint(undefined);
            }}
            onBlur={commit}
            onKeyDown={(event) => event.key === 'Enter' && commit()}
          />
        )}
      </Field>
    </Marked>
  );
}
