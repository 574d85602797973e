import { useEffect, type ReactNode } from 'react';
import { siteCopy } from '../../../shared/copy/en/site.ts';
import { Notice } from '../../ui/status/notice.tsx';
import { tellTicked } from './controls.ts';
import { sendHeld } from './early-submit.ts';
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

/**
 * The form of `useCheckedForm`: checked by its schema when it is sent, never by the browser. Where the server drew it, what was
 * ticked and pressed before counts.
 */
export function CheckedForm<Values>({ form, busy, className, onTry, onTyped, children }: Props<Values>) {
  const { ref } = form;
  useEffect(() => {
    const drawn = ref.current;
    if (drawn === null) return undefined;
    tellTicked(drawn);
    // Once React has heard of it.
    const timer = setTimeout(() => sendHeld(drawn));
    return () => clearTimeout(timer);
  }, [ref]);

  return (
    <form
      ref={ref}
      // Sent by the browser itself it goes nowhere: what was typed would stand in the address.
      method="dialog"
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
      <noscript>
        <Notice icon="warning">{siteCopy.needsScript}</Notice>
      </noscript>
      {children}
      <Notice icon="warning" role="alert" hidden data-unloaded>
        {siteCopy.notLoaded}
      </Notice>
    </form>
  );
}
