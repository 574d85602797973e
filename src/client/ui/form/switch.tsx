import { useId, type ReactNode } from 'react';
import { FieldError } from './field-error.tsx';
import style from './switch.module.css';

type Props = {
  label: string;
  hint?: string | undefined;
  /** The error, which is shown below the hint; undefined if there is no error. */
  error?: string | undefined;
  /** Content beside the label. This content is not part of the control's accessible name. */
  mark?: ReactNode | undefined;
  on: boolean;
  onChange: (on: boolean) => void;
};

/** A native checkbox that looks like a switch. Its tap area is as large as the whole row. */
export function Switch({ label, hint, error, mark, on, onChange }: Props) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={style.row}>
      <input
        type="checkbox"
        className={style.input}
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy || undefined}
      />
      <div className={style.words}>
        <p className={style.title}>
          <span id={`${id}-label`} className={style.label}>
            {label}
          </span>
          {mark}
        </p>
        {hint && (
          <p id={`${id}-hint`} className={style.hint}>
            {hint}
          </p>
        )}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
      <span className={style.track} aria-hidden="true" />
    </div>
  );
}
