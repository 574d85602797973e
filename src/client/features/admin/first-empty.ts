/** Focuses the first input that is empty or contains only spaces. Returns false if no input is empty. */
export function focusFirstEmpty(form: HTMLFormElement): boolean {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  const empty = inputs.find(({ value }) => value.trim() === '');
  empty?.focus();
  return empty !== undefined;
}
