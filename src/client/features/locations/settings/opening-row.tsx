import { useId, type FocusEvent } from 'react';
import { settingsCopy } from '../../../../shared/copy/owner/settings.ts';
import type { Opening } from '../../../../shared/time/opening-hours.ts';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { Icon } from '../../../ui/owner-icon.tsx';
import styles from './day-hours.module.css';
import { openingInWords, timeInWords } from './setting-words.ts';

const say = settingsCopy.queue;

type Props = {
  dayName: string;
  /** The number of the opening on its day, counted from 1. */
  number: number;
  opening: Opening;
  wrong: boolean;
  onType: (opening: Opening) => void;
  /** Called when the focus has left both time fields, so that nothing is saved between the changes of the two times. */
  onLeave: () => void;
  onRemove: () => void;
};

/** One opening of a day: its two times, and a note if the opening ends on the next day. */
export function OpeningRow({ dayName, number, opening, wrong, onType, onLeave, onRemove }: Props) {
  const id = useId();
  const words = openingInWords(opening);
  const labels = { opens: say.opens(dayName, number), closes: say.closes(dayName, number) };

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) onLeave();
  }

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
      onKeyDown={(event) => event.key === 'Enter' && onLeave()}
    />
  );
  return (
    <li>
      <div className={styles.times}>
        <div className={styles.pair} onBlur={handleBlur}>
          {timeField('opens')}
          <span aria-hidden="true">–</span>
          {timeField('closes')}
        </div>
        <button
          type="button"
          className={styles.remove}
          aria-label={say.removeHours(dayName, timeText(opening.opens), timeText(opening.closes))}
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

function timeText(time: string): string {
  return time === '' ? '…' : timeInWords(time);
}
