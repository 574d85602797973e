import type { ComponentProps, ReactElement } from 'react';
import { Field } from '../../ui/form/field.tsx';

/**
 * Returns a function that renders a one-line field with its error. `input`: attributes besides those of a text field.
 */
export function fieldsOf(errors: Readonly<Record<string, string>>) {
  return (name: string, label: string, input: ComponentProps<'input'>): ReactElement => (
    <Field label={label} error={errors[name]}>
      {(control) => <input {...control} type="text" {...input} name={name} />}
    </Field>
  );
}
