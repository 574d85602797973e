import type { ComponentProps, ReactElement } from 'react';
import { Field } from '../../ui/form/field.tsx';

/** Makes the fields of one line of a form, by its errors. `input` says how one differs from a text. */
export function fieldsOf(errors: Readonly<Record<string, string>>) {
  return (name: string, label: string, input: ComponentProps<'input'>): ReactElement => (
    <Field label={label} error={errors[name]}>
      {(control) => <input {...control} type="text" {...input} name={name} />}
    </Field>
  );
}
