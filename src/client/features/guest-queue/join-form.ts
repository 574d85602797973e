/** What the two steps of joining collect. */
import type { WaitingPreference } from '../../../shared/queue-view.ts';

export type Details = {
  locationId: string;
  address: string;
  firstName: string;
  lastName: string;
  numGuests: number;
};
export type Way = { waitingPreference: WaitingPreference; phoneNumber: string };

/** The first sentence for each field that is wrong. */
export type FieldErrors = Record<string, string | undefined>;

type Issue = { path: readonly PropertyKey[]; message: string };

export function errorsByField(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}

/** Puts the focus on the first control of the form whose field is wrong, in the order of the page. */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  for (const control of form.elements) {
    const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
    if (isField && errors[control.name] !== undefined) return control.focus();
  }
}

/** A text of a form; '' where the form has none. */
export function textIn(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
