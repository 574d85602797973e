import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { settingsCopy } from '../../../../shared/copy/owner/settings.ts';
import { OPENINGS_A_DAY_MAX } from '../../../../shared/limits.ts';
import type { OpeningHours } from '../../../../shared/time/opening-hours.ts';
import { Icon, type IconName } from '../../../ui/owner-icon.tsx';
import styles from './day-hours.module.css';
import { OpeningRow } from './opening-row.tsx';
import {
  isAllDay,
  isComplete,
  withAllDay,
  withAnotherOpening,
  withDayOnAllDays,
  withOpening,
  withoutOpening,
  withTimes,
  type Weekday,
} from './week.ts';

const say = settingsCopy.queue;

type Props = {
  day: Weekday;
  week: OpeningHours;
  /** Whether missing times are shown as errors. */
  complaining: boolean;
  /** Called while times are typed. The times are not saved before the field is left. */
  onType: (week: OpeningHours) => void;
  /** Called when the field was left. */
  onLeave: () => void;
  /** Called when an opening was added or removed. */
  onChange: (week: OpeningHours) => void;
  onCopy: (week: OpeningHours) => void;
};

/** One weekday: closed, open all day, or open at certain times. */
export function DayHours({ day, week, complaining, onType, onLeave, onChange, onCopy }: Props) {
  const row = useRef<HTMLLIElement>(null);
  /**
   * Whether times were typed. If the member types midnight as both times, the fields stay on the page, because one of
   * them has the focus.
   */
  const [isTyped, setIsTyped] = useState(false);
  const name = say.weekdayNames[day];
  const openings = week[day];
  const kind = openings.length === 0 ? 'closed' : isAllDay(openings) && !isTyped ? 'all-day' : 'times';

  function type(next: OpeningHours): void {
    setIsTyped(true);
    onType(next);
  }

  function setTimes(): void {
    flushSync(() => type(withTimes(week, day)));
    focusOn(':scope li:last-child input');
  }

  function add(): void {
    flushSync(() => onChange(withAnotherOpening(week, day)));
    focusOn(':scope li:last-child input');
  }

  /** Sets all openings of the day. The day then has different buttons, and the focus moves to the first button. */
  function setWhole(next: OpeningHours): void {
    flushSync(() => {
      setIsTyped(false);
      onChange(next);
    });
    focusOn('[data-first]');
  }

  function focusOn(selector: string): void {
    row.current?.querySelector<HTMLElement>(selector)?.focus();
  }

  return (
    <li ref={row} className={styles.day} data-kind={kind}>
      <p className={styles.name}>{name}</p>
      {kind === 'times' ? (
        <ul className={styles.openings}>
          {openings.map((opening, index) => (
            <OpeningRow
              key={index}
              dayName={name}
              number={index + 1}
              opening={opening}
              wrong={complaining && !isComplete(opening)}
              onType={(typed) => type(withOpening(week, day, index, typed))}
              onLeave={onLeave}
              onRemove={() => setWhole(withoutOpening(week, day, index))}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.whole}>{kind === 'closed' ? say.closed : say.openAllDay}</p>
      )}
      <div className={styles.actions}>
        {kind === 'times' && openings.length >= OPENINGS_A_DAY_MAX && (
          <p className={styles.full}>{say.hoursFull(OPENINGS_A_DAY_MAX)}</p>
        )}
        {kind === 'times' && openings.length < OPENINGS_A_DAY_MAX && (
          <Action first icon="plus" words={say.addHours} about={name} run={add} />
        )}
        {kind !== 'times' && <Action first icon="clock" words={say.setHours} about={name} run={setTimes} />}
        {kind === 'closed' && (
          <Action words={say.openAllDay} about={name} run={() => setWhole(withAllDay(week, day))} />
        )}
        {kind === 'all-day' && (
          <Action words={say.close} about={name} run={() => setWhole({ ...week, [day]: [] })} />
        )}
        <Action
          icon="copy"
          words={say.copyDay}
          about={name}
          run={() => onCopy(withDayOnAllDays(week, day))}
        />
      </div>
    </li>
  );
}

type ActionProps = {
  /** Whether this button gets the focus when the buttons change. */
  first?: boolean;
  icon?: IconName;
  words: string;
  /** The day in the button's name, for screen readers. */
  about: string;
  run: () => void;
};

function Action({ first, icon, words, about, run }: ActionProps) {
  return (
    <button
      type="button"
      className={styles.action}
      data-first={first}
      aria-label={say.actionOn(words, about)}
      onClick={run}
    >
      {icon && <Icon name={icon} size={16} />}
      {words}
    </button>
  );
}
