import type { ReactNode } from 'react';
import type { FormState } from './use-checked-form.ts';

type Props<Values> = {
  form: FormState<Values>;
  /** A call is on its way: a second submit does nothing. */
  busy: boolean;
  className?: string | undefined;
  /** Before the form is checked. */
  onTry?: () => void;
  /** What was typed, once nothing is wrong with it. */
  onTyped: (values: Values) => void;
  children: ReactNode;
};

/** The form of `useCheckedForm`: checked by its schema when it is sent, never by the browser. */
export function CheckedForm<Values>({ form, busy, className, onTry, onTyped, children }: Props<Values>) {
  return (
    <form
      ref={form.ref}
      noValidate
      className={className}
      onChange={form.clearEdited}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        onTry?.();
        const values = form.read(event);
        if (values) onTyped(values);
      }}
    >
      {children}
    </form>
  );
}
