import { useId, type ReactNode } from 'react';
import style from './field.module.css';
import { Icon } from '../icon.tsx';

/** Attributes that the native input, select or textarea of a field must get. */
export type Control = {
  id: string;
  className: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
};

type Props = {
  label: string;
  hint?: string | undefined;
  /** The error, which is shown below the control; undefined if there is no error. */
  error?: string | undefined;
  children: (control: Control) => ReactNode;
};

/**
 * Shows a control with its label, its hint and its error. For screen readers the control refers to the hint and the
 * error.
 */
export function Field({ label, hint, error, children }: Props) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const control: Control = { id, className: style.control ?? '' };
  if (error) control['aria-invalid'] = true;
  if (describedBy) control['aria-describedby'] = describedBy;
  return (
    <div className={style.field}>
      <label className={style.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={style.hint}>
          {hint}
        </p>
      )}
      {children(control)}
      {error && (
        <p id={`${id}-error`} className={style.error}>
          <Icon name="warning" size={18} />
          {error}
        </p>
      )}
    </div>
  );
}
