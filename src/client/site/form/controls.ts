/** What people type into and tick in a form, as the browser holds it: it may be ahead of what React was told. */

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(isControl);
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

export function canBeTicked(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type);
}

/** Whether somebody, or the browser for them, has changed it since it was drawn. */
export function isTouched(control: Control): boolean {
  if (canBeTicked(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return control.value !== control.defaultValue;
}

/**
 * Tells React what was ticked before it took the form over: it takes what it drew for the state, and hears of changes only.
 * Whoever reads texts as they stand needs nothing like it.
 */
export function tellTicked(form: HTMLFormElement): void {
  for (const control of controlsOf(form).filter(canBeTicked)) {
    const { checked, defaultChecked, type } = control;
    if (checked === defaultChecked || (type === 'radio' && !checked)) continue;
    control.checked = defaultChecked;
    control.click();
  }
}
