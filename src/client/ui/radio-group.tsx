import { useId } from 'react';
import { FieldError } from './field-error.tsx';
import style from './radio-group.module.css';

type Props<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
  /** The sentence under the options; absent while all is well. */
  error?: string | undefined;
};

/** One of a few, all of them in sight: native radio buttons as large as their boxes. */
export function RadioGroup<Value extends string>({ legend, options, chosen, onChoose, error }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={style.group} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={style.legend}>{legend}</legend>
      <div className={style.options}>
        {options.map(({ value, label }) => (
          <div key={value} className={style.option}>
            <input
              type="radio"
              className={style.input}
              name={name}
              id={`${name}-${value}`}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <span className={style.dot} aria-hidden="true" />
            <label htmlFor={`${name}-${value}`}>{label}</label>
          </div>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
