import { useId } from 'react';
import { FieldError } from './field-error.tsx';
import style from './radio-group.module.css';

type Props<Value extends string> = {
  legend: string;
  /** The name of the field. `name` is necessary if the form reads its values from the DOM. */
  name?: string | undefined;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
  /** The error, which is shown below the options; undefined if there is no error. */
  error?: string | undefined;
};

/** A choice between a few options. Each option is a native radio button that is as large as its box. */
export function RadioGroup<Value extends string>({
  legend,
  name,
  options,
  chosen,
  onChoose,
  error,
}: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={style.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={style.legend}>{legend}</legend>
      <div className={style.options}>
        {options.map(({ value, label }) => (
          <div key={value} className={style.option}>
            <input
              type="radio"
              className={style.input}
              name={name ?? id}
              value={value}
              id={`${id}-${value}`}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <span className={style.dot} aria-hidden="true" />
            <label htmlFor={`${id}-${value}`}>{label}</label>
          </div>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
