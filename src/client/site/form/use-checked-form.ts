import { useRef, useState, type ChangeEvent, type RefObject, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import { controlsOf } from './controls.ts';

/** The first message of each field with an error. The key `''` is for an error of the whole form. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The key of an error that belongs to no field. */
const WHOLE_FORM = '';

/** The state of `useCheckedForm`, for `CheckedForm`. */
export type FormState<Values> = {
  ref: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  /**
   * Reads and checks the form. If the form is invalid, shows the errors, focuses the first invalid field and returns
   * null.
   */
  read: (event: SubmitEvent<HTMLFormElement>) => Values | null;
  /** The error of the whole form, such as the reason why a log-in was refused. */
  fault: string | undefined;
  /**
   * Shows the server's errors: the first message of each field with an error. If no field has an error, shows `fault`
   * as the error of the whole form. A caller that gives no `fault` shows the error of the whole form in another place.
   */
  showServerErrors: (found: Record<string, string[]>, fault?: string) => void;
  /** Clears the error of one field. Call this function when the page itself has changed the field. */
  clear: (name: string) => void;
  /** Handler of the form's `onChange`: clears a field's error when the field is edited (`docs/spec.md` section 5). */
  clearEdited: (event: ChangeEvent<HTMLFormElement>) => void;
};

/**
 * State of a form whose controls are read from the DOM. The keys of the schema are the names of the controls. The
 * schema also has the error messages.
 */
export function useCheckedForm<Values>(
  schema: z.core.$ZodType<Values> & z.ZodMiniType<Values>,
): FormState<Values> {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});

  function show(found: Record<string, string>): void {
    // React must render the error before the focus moves. If the focus moved first, a screen reader would announce the
    // field without its error.
    flushSync(() => setErrors(found));
    if (ref.current === null) return;
    controlsOf(ref.current)
      .find(({ name }) => found[name] !== undefined)
      ?.focus();
  }

  function clear(name: string): void {
    setErrors(({ [name]: _cleared, [WHOLE_FORM]: _fault, ...rest }) => rest);
  }

  return {
    ref,
    errors,
    fault: errors[WHOLE_FORM],
    clear,
    read(event) {
      const checked = schema.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
      if (checked.success) {
        setErrors({});
        return checked.data;
      }
      const found: Record<string, string> = {};
      for (const issue of checked.error.issues) found[String(issue.path[0])] ??= issue.message;
      show(found);
      return null;
    },
    showServerErrors(found, fault) {
      const first = Object.entries(found).flatMap(([field, messages]) =>
        messages[0] === undefined ? [] : [[field, messages[0]] as const],
      );
      if (first.length > 0) show(Object.fromEntries(first));
      else if (fault !== undefined) setErrors({ [WHOLE_FORM]: fault });
    },
    clearEdited(event) {
      const edited: EventTarget & { name?: string } = event.target;
      clear(edited.name ?? WHOLE_FORM);
    },
  };
}
