import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import * as z from 'zod/mini';
import { canBeTicked, controlsOf, isTouched, type Control } from '../../site/form/controls.ts';
import { removeStored, readStored, store } from '../../lib/storage.ts';

/**
 * The values of a form's controls. Checkboxes and radio buttons are identified by name and value, because several of
 * them have the same name.
 */
const typedForm = z.array(
  z.object({ name: z.string(), value: z.string(), checked: z.nullable(z.boolean()) }),
);
type Typed = z.infer<typeof typedForm>[number];

/**
 * Stores the draft of a form in this tab until the form is sent. Restores the draft after a reload, an error or a
 * deployment. Values typed before hydration are not overwritten. `key` identifies the form in the storage.
 */
export function useSavedDraft(ref: RefObject<HTMLFormElement | null>, key: string): void {
  const typedAnew = useRef<ReadonlySet<string>>(new Set());
  // A layout effect runs before `syncCheckedState`, which unticks boxes for a moment.
  useLayoutEffect(() => {
    if (ref.current !== null) typedAnew.current = touchedIn(ref.current);
  }, [ref]);
  useEffect(() => {
    const form = ref.current;
    if (form === null) return;
    // Somebody may have typed after the layout effect.
    const touched = new Set([...typedAnew.current, ...touchedIn(form)]);
    for (const typed of readDraft(key)) if (!touched.has(typed.name)) putBack(form, typed);
    const keep = () => store(nameOf(key), JSON.stringify(typedIn(form)), 'sessionStorage');
    form.addEventListener('input', keep);
    // Stores the values that were typed before hydration and caused no event. The timer runs after `syncCheckedState`
    // has ticked the boxes again.
    const timer = setTimeout(() => touched.size > 0 && keep());
    return () => {
      clearTimeout(timer);
      form.removeEventListener('input', keep);
    };
  }, [ref, key]);
}

/** Deletes the draft after the form was sent. */
export function removeDraft(key: string): void {
  removeStored(nameOf(key), 'sessionStorage');
}

function nameOf(key: string): string {
  return `holdline:typed:${key}`;
}

/**
 * Reads the stored draft. Checks the draft's shape, because an older build may have stored a draft of another shape.
 */
function readDraft(key: string): Typed[] {
  const text = readStored(nameOf(key), 'sessionStorage');
  return text === null ? [] : (typedForm.safeParse(JSON.parse(text)).data ?? []);
}

/** Returns the names of the controls whose values have changed since the controls were rendered. */
function touchedIn(form: HTMLFormElement): ReadonlySet<string> {
  const touched = controlsOf(form).filter(isTouched);
  return new Set(touched.map(({ name }) => name));
}

function typedIn(form: HTMLFormElement): Typed[] {
  const typed = controlsOf(form).filter(({ type }) => type !== 'hidden');
  return typed.map((control) => ({
    name: control.name,
    value: control.value,
    checked: canBeTicked(control) ? control.checked : null,
  }));
}

function putBack(form: HTMLFormElement, { name, value, checked }: Typed): void {
  const control = controlsOf(form).find(
    (one) => one.name === name && (!canBeTicked(one) || one.value === value),
  );
  if (control === undefined) return;
  if (canBeTicked(control)) {
    if (checked === true && !control.checked) control.click();
    return;
  }
  // Uses the native setter, because React ignores the event after a normal assignment. The counter needs this event.
  Reflect.set(prototypeOf(control), 'value', value, control);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

function prototypeOf(control: Control): Control {
  if (control instanceof HTMLTextAreaElement) return HTMLTextAreaElement.prototype;
  return control instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
}
