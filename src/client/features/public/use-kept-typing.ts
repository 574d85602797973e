import { useEffect, type RefObject } from 'react';
import * as z from 'zod/mini';
import { forget, readStored, store } from '../../lib/storage.ts';

/** What stands in the controls of a form. One that can be checked is told by its value as well: several share a name. */
const typedForm = z.array(
  z.object({ name: z.string(), value: z.string(), checked: z.nullable(z.boolean()) }),
);
type Typed = z.infer<typeof typedForm>[number];

/**
 * Puts back what was typed into a form when its page went without having been sent: because another could not be shown, it
 * broke itself, or a deploy made the app load anew. In this tab only, until it is sent. `key` names the form.
 */
export function useKeptTyping(ref: RefObject<HTMLFormElement | null>, key: string): void {
  useEffect(() => {
    const form = ref.current;
    if (form === null) return;
    for (const typed of readKept(key)) putBack(form, typed);
    const keep = () => store(nameOf(key), JSON.stringify(typedIn(form)), 'sessionStorage');
    form.addEventListener('input', keep);
    return () => form.removeEventListener('input', keep);
  }, [ref, key]);
}

/** What was sent is over. */
export function forgetTyping(key: string): void {
  forget(nameOf(key), 'sessionStorage');
}

function nameOf(key: string): string {
  return `holdline:typed:${key}`;
}

/** Only this page writes there, but an older build of it may have. */
function readKept(key: string): Typed[] {
  const text = readStored(nameOf(key), 'sessionStorage');
  return text === null ? [] : (typedForm.safeParse(JSON.parse(text)).data ?? []);
}

function typedIn(form: HTMLFormElement): Typed[] {
  return [...form.elements].filter(isControl).map((control) => ({
    name: control.name,
    value: control.value,
    checked: canBeChecked(control) ? control.checked : null,
  }));
}

function putBack(form: HTMLFormElement, { name, value, checked }: Typed): void {
  const control = [...form.elements]
    .filter(isControl)
    .find((one) => one.name === name && (!canBeChecked(one) || one.value === value));
  if (control === undefined) return;
  if (canBeChecked(control)) {
    if (checked === true && !control.checked) control.click();
    return;
  }
  // Past React's own record of the value, or it would take the event for an echo: the counter has to count.
  Reflect.set(prototypeOf(control), 'value', value, control);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

function prototypeOf(control: Control): Control {
  if (control instanceof HTMLTextAreaElement) return HTMLTextAreaElement.prototype;
  return control instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function canBeChecked(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type);
}
