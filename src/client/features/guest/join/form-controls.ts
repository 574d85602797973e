import type { FieldErrors } from './join-form.ts';

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
