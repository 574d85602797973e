/** Moves the focus into the first field of a form that holds nothing but spaces; false where each holds something. */
export function focusFirstEmpty(form: HTMLFormElement): boolean {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  const empty = inputs.find(({ value }) => value.trim() === '');
  empty?.focus();
  return empty !== undefined;
}
