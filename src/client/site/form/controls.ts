/** The controls of a form in the DOM, whose state may be newer than React's state. */

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

/** Whether a person or the browser's autofill has changed the control since the control was rendered. */
export function isTouched(control: Control): boolean {
  if (canBeTicked(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return control.value !== control.defaultValue;
}

/**
 * Tells React which boxes were ticked before hydration, because React notices only later changes. Text fields do not
 * need this function, because the form reads their values from the DOM.
 */
export function syncCheckedState(form: HTMLFormElement): void {
  for (const control of controlsOf(form).filter(canBeTicked)) {
    const { checked, defaultChecked, type } = control;
    if (checked === defaultChecked || (type === 'radio' && !checked)) continue;
    control.checked = defaultChecked;
    control.click();
  }
}
