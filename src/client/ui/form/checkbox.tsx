import { useId, type ReactNode } from 'react';
import style from './checkbox.module.css';
import { FieldError } from './field-error.tsx';

type Props = {
  label: ReactNode;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The error, which is shown below the box; undefined if there is no error. */
  error?: string | undefined;
};

/** A native checkbox. Its tap area is as large as the whole row. */
export function Checkbox({ label, name, checked, onChange, error }: Props) {
  const id = useId();
  return (
    <div className={style.box}>
      <div className={style.row}>
        <input
          type="checkbox"
          className={style.input}
          id={id}
          name={name}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span className={style.mark} aria-hidden="true" />
        <label htmlFor={id}>{label}</label>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
