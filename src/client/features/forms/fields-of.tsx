import type { ComponentProps, ReactElement } from 'react';
import { Field } from '../../ui/form/field.tsx';

/** Returns a function that renders a one-line text field and the field's error. `input`: further attributes. */
export function fieldsOf(errors: Readonly<Record<string, string>>) {
  return (name: string, label: string, input: ComponentProps<'input'>): ReactElement => (
    <Field label={label} error={errors[name]}>
      {(control) => <input {...control} type="text" {...input} name={name} />}
    </Field>
  );
}
