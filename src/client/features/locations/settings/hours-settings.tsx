import { useEffect, useRef, useState } from 'react';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { settingsCopy } from '../../../../shared/copy/owner/settings.ts';
import { UNDO_MS } from '../../../../shared/limits.ts';
import { weekdays, type OpeningHours } from '../../../../shared/time/opening-hours.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { RadioGroup } from '../../../ui/form/radio-group.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import { DayHours } from './day-hours.tsx';
import styles from './queue-settings.module.css';
import { Marked } from './save-status.tsx';
import { useSetting } from './use-setting.ts';
import { isSameWeek, isWeekComplete, openAllWeek, type Weekday } from './week.ts';

const say = settingsCopy.queue;
const options = [
  { value: 'always', label: say.alwaysOpen },
  { value: 'weekdays', label: say.byWeekday },
] as const;

/** The opening hours of a location, in its local time. */
export function WeekField({ location }: { location: LocationView }) {
  const hours = useSetting(location, 'hours', say.hours);
  /** The week while somebody edits it. An incomplete time is ''. */
  const [draft, setDraft] = useState<OpeningHours>();
  const [complaining, setComplaining] = useState(false);
  /** The week that is used if the owner changes from 'always open' back to hours by weekday. */
  const lastWeek = useRef(openAllWeek);
  const offerUndo = useCopyUndo(hours.value);
  const week = draft ?? hours.value;

  function save(next: OpeningHours | null): void {
    setDraft(undefined);
    setComplaining(false);
    if (!isSameWeek(next, hours.value)) hours.save(next);
  }

  function commit(next: OpeningHours): void {
    if (isWeekComplete(next)) return save(next);
    setDraft(next);
    setComplaining(true);
  }

  /** Copies a day to the six other days. An undo is offered for a while, because the copy replaces the other days. */
  function copy(day: Weekday, next: OpeningHours): void {
    const before = hours.value;
    commit(next);
    if (!isWeekComplete(next) || isSameWeek(next, before)) return;
    offerUndo(next, day, () => hours.save(before));
  }

  function choose(kind: 'always' | 'weekdays'): void {
    if (kind === 'weekdays') return save(lastWeek.current);
    if (hours.value !== null) lastWeek.current = hours.value;
    save(null);
  }

  return (
    <Marked
      state={complaining ? 'failed' : hours.state}
      problem={complaining ? say.timesMissing : hours.error}
    >
      <RadioGroup
        legend={say.hours}
        options={options}
        chosen={week === null ? 'always' : 'weekdays'}
        onChoose={choose}
        error={hours.error}
      />
      {week && (
        <ul className={styles.week}>
          {weekdays.map((day) => (
            <DayHours
              key={day}
              day={day}
              week={week}
              complaining={complaining}
              onType={(next) => {
                setDraft(next);
                setComplaining(false);
              }}
              onLeave={() => draft && commit(draft)}
              onChange={commit}
              onCopy={(next) => copy(day, next)}
            />
          ))}
        </ul>
      )}
    </Marked>
  );
}

/**
 * Offers to undo a copy. The offer disappears if the opening hours change after the copy, because the undo would also
 * revert this change.
 */
function useCopyUndo(value: OpeningHours | null) {
  const offer = useRef<{ copied: OpeningHours; withdraw: () => void }>(null);
  useEffect(() => {
    if (offer.current === null || isSameWeek(offer.current.copied, value)) return;
    offer.current.withdraw();
    offer.current = null;
  }, [value]);
  // Withdraws the offer when the member leaves this page, because the hook cannot notice changes on another page.
  useEffect(() => () => offer.current?.withdraw(), []);

  return (copied: OpeningHours, day: Weekday, run: () => void): void => {
    const action = { label: ownerCopy.tools.undo, run, forMs: UNDO_MS };
    const withdraw = toast(say.copied, { body: say.copiedBody(say.weekdayNames[day]), action });
    offer.current = { copied, withdraw };
  };
}
