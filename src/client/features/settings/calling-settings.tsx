import { settingsCopy } from '../../../shared/copy/settings.ts';
import { lengthInWords } from '../../../shared/copy/durations.ts';
import { HOLD_MAX_MS, HOLD_MIN_MS, UNDO_MS } from '../../../shared/limits.ts';
import type { LocationView } from '../../../shared/queue-view.ts';
import { Field } from '../../ui/field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './queue-settings.module.css';
import { Marked, SaveMark } from './save-mark.tsx';
import { useSetting } from './use-setting.ts';

const say = settingsCopy.queue;

const MINUTE_MS = 60_000;
const wholeMinutes = Array.from(
  { length: (HOLD_MAX_MS - HOLD_MIN_MS) / MINUTE_MS + 1 },
  (_, index) => HOLD_MIN_MS + index * MINUTE_MS,
);
const afterHoldOptions = [
  { value: 'served', label: say.keepServed },
  { value: 'no_show', label: say.markNoShow },
] as const;

/** What happens from the call of a guest on (decisions 5 and 13). */
export function CallingSettings({ location }: { location: LocationView }) {
  const hold = useSetting(location, 'holdMs', say.hold);
  const afterHold = useSetting(location, 'afterHold', say.afterHold);
  const undo = useSetting(location, 'undo', say.undo);
  // The contract takes any millisecond: what was set by another client stays choosable.
  const lengths = wholeMinutes.includes(hold.value)
    ? wholeMinutes
    : [...wholeMinutes, hold.value].toSorted((a, b) => a - b);
  return (
    <div className={styles.group}>
      <h4 className={styles.heading}>{say.callingGroup}</h4>
      <Marked state={hold.state} problem={hold.error}>
        <Field label={say.hold} hint={say.holdHint} error={hold.error}>
          {(control) => (
            <select
              {...control}
              value={hold.value}
              onChange={(event) => hold.save(Number(event.target.value))}
            >
              {lengths.map((ms) => (
                <option key={ms} value={ms}>
                  {lengthInWords(ms)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Marked>
      <Marked state={afterHold.state} problem={afterHold.error}>
        <RadioGroup
          legend={say.afterHold}
          options={afterHoldOptions}
          chosen={afterHold.value}
          onChoose={afterHold.save}
          error={afterHold.error}
        />
      </Marked>
      <Switch
        label={say.undo}
        hint={say.undoHint(UNDO_MS / 1_000)}
        on={undo.value}
        onChange={undo.save}
        error={undo.error}
        mark={<SaveMark state={undo.state} problem={undo.error} />}
      />
    </div>
  );
}
