import { useEffect, type ReactNode } from 'react';
import { siteCopy } from '../../../shared/copy/owner/site.ts';
import { Notice } from '../../ui/status/notice.tsx';
import { syncCheckedState } from './controls.ts';
import { submitDeferred } from './early-submit.ts';
import type { FormState } from './use-checked-form.ts';

type Props<Values> = {
  form: FormState<Values>;
  /** Whether a call is pending. During a pending call, submits are ignored. */
  busy: boolean;
  className?: string | undefined;
  /** Called before the form is checked. */
  onTry?: () => void;
  /** Called with the values of a valid form. */
  onTyped: (values: Values) => void;
  children: ReactNode;
};

/**
 * The form of `useCheckedForm`. On submit the form is checked by its schema, not by the browser. If the Worker rendered
 * the form, boxes that were ticked before hydration stay ticked. A submit that was made before hydration is sent after
 * hydration.
 */
export function CheckedForm<Values>({ form, busy, className, onTry, onTyped, children }: Props<Values>) {
  const { ref } = form;
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    syncCheckedState(element);
    // The submit runs after React has processed the changes of the boxes.
    const timer = setTimeout(() => submitDeferred(element));
    return () => clearTimeout(timer);
  }, [ref]);

  return (
    <form
      ref={ref}
      // With 'dialog' the browser does not send the form if scripts do not run. Sending would put typed values into the
      // address.
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
      {form.fault !== undefined && <Notice icon="warning">{form.fault}</Notice>}
      {children}
      <Notice icon="warning" role="alert" hidden data-unloaded>
        {siteCopy.notLoaded}
      </Notice>
    </form>
  );
}
