import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import { OPENINGS_A_DAY_MAX } from '../../../shared/limits.ts';
import type { Opening, OpeningHours } from '../../../shared/opening-hours.ts';
import { FieldError } from '../../ui/field-error.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './day-hours.module.css';
import { openingInWords, timeInWords } from './setting-words.ts';
import {
  isComplete,
  withAnotherOpening,
  withDayOnAllDays,
  withOpening,
  withoutOpening,
  type Weekday,
} from './week.ts';

const say = ownerCopy.queueSettings;

type Props = {
  day: Weekday;
  week: OpeningHours;
  /** Whether missing times are to be shown as wrong. */
  complaining: boolean;
  /** A time is being typed. */
  onType: (week: OpeningHours) => void;
  /** A time has been typed. */
  onLeave: () => void;
  /** An opening came or went, or the day was copied. */
  onChange: (week: OpeningHours) => void;
};

/** The openings of one weekday. */
export function DayHours({ day, week, complaining, onType, onLeave, onChange }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const name = say.weekdayNames[day];
  const openings = week[day];

  function add(): void {
    flushSync(() => onChange(withAnotherOpening(week, day)));
    row.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
  }

  function remove(index: number): void {
    flushSync(() => onChange(withoutOpening(week, day, index)));
    // The button pressed has gone with its opening.
    addButton.current?.focus();
  }

  return (
    <li ref={row} className={styles.day}>
      <p className={styles.name}>{name}</p>
      <ul className={styles.openings}>
        {openings.length === 0 && <li className={styles.closed}>{say.closed}</li>}
        {openings.map((opening, index) => (
          <OpeningRow
            key={index}
            dayName={name}
            number={index + 1}
            opening={opening}
            wrong={complaining && !isComplete(opening)}
            onType={(typed) => onType(withOpening(week, day, index, typed))}
            onLeave={onLeave}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      <div className={styles.actions}>
        {openings.length < OPENINGS_A_DAY_MAX ? (
          <button
            ref={addButton}
            type="button"
            className={styles.action}
            aria-label={say.addHoursOn(name)}
            onClick={add}
          >
            <Icon name="plus" size={16} />
            {say.addHours}
          </button>
        ) : (
          <p className={styles.full}>{say.hoursFull(OPENINGS_A_DAY_MAX)}</p>
        )}
        {openings.length > 0 && (
          <button
            type="button"
            className={styles.action}
            aria-label={say.copyDayLabel(name)}
            onClick={() => onChange(withDayOnAllDays(week, day))}
          >
            <Icon name="copy" size={16} />
            {say.copyDay}
          </button>
        )}
      </div>
    </li>
  );
}

type OpeningRowProps = {
  dayName: string;
  /** Which opening of the day, from 1. */
  number: number;
  opening: Opening;
  wrong: boolean;
  onType: (opening: Opening) => void;
  onLeave: () => void;
  onRemove: () => void;
};

function OpeningRow({ dayName, number, opening, wrong, onType, onLeave, onRemove }: OpeningRowProps) {
  const id = useId();
  const words = openingInWords(opening);
  const labels = { opens: say.opens(dayName, number), closes: say.closes(dayName, number) };
  const timeField = (end: 'opens' | 'closes') => (
    <input
      type="time"
      required
      className={styles.time}
      aria-label={labels[end]}
      aria-invalid={wrong && opening[end] === ''}
      aria-describedby={wrong ? `${id}-error` : words && `${id}-words`}
      value={opening[end]}
      onChange={(event) => onType({ ...opening, [end]: event.target.value })}
      onBlur={onLeave}
      onKeyDown={(event) => event.key === 'Enter' && onLeave()}
    />
  );
  return (
    <li className={styles.opening}>
      <div className={styles.times}>
        {timeField('opens')}
        <span aria-hidden="true">–</span>
        {timeField('closes')}
        <button
          type="button"
          className={styles.remove}
          aria-label={say.removeHours(dayName, spoken(opening.opens), spoken(opening.closes))}
          onClick={onRemove}
        >
          <Icon name="trash" size={18} />
        </button>
      </div>
      {words && (
        <p id={`${id}-words`} className={styles.words}>
          {words}
        </p>
      )}
      {wrong && <FieldError id={`${id}-error`}>{say.timesMissing}</FieldError>}
    </li>
  );
}

function spoken(time: string): string {
  return time === '' ? '…' : timeInWords(time);
}
