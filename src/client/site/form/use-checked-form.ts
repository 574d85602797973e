import { useRef, useState, type ChangeEvent, type RefObject, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import type * as z from 'zod/mini';
import { controlsOf } from './controls.ts';

type FieldErrors = Readonly<Record<string, string>>;

/** The state of `useCheckedForm`, for `CheckedForm`. */
export type FormState<Values> = {
  ref: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  /**
   * Reads and checks the form. If it is invalid, shows the errors, focuses the first invalid field and returns null.
   */
  read: (event: SubmitEvent<HTMLFormElement>) => Values | null;
  /** Shows the server's errors: the first message of each field. */
  showServerErrors: (found: Record<string, string[]>) => void;
  /** Handler of the form's `onChange`: clears a field's error when the field is edited (`docs/spec.md` section 5). */
  clearEdited: (event: ChangeEvent<HTMLFormElement>) => void;
};

/** State of a form with plain controls, whose names are the keys of one schema. The schema has the error messages. */
export function useCheckedForm<Values>(
  schema: z.core.$ZodType<Values> & z.ZodMiniType<Values>,
): FormState<Values> {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});

  function show(found: Record<string, string>): void {
    // The error must be rendered before the focus moves, or a screen reader announces the field without it.
    flushSync(() => setErrors(found));
    if (ref.current === null) return;
    controlsOf(ref.current)
      .find(({ name }) => found[name] !== undefined)
      ?.focus();
  }

  return {
    ref,
    errors,
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
    showServerErrors(found) {
      const first = Object.entries(found).flatMap(([field, messages]) =>
        messages[0] === undefined ? [] : [[field, messages[0]] as const],
      );
      if (first.length > 0) show(Object.fromEntries(first));
    },
    clearEdited(event) {
      const edited: EventTarget & { name?: string } = event.target;
      const { [edited.name ?? '']: _cleared, ...rest } = errors;
      setErrors(rest);
    },
  };
}
