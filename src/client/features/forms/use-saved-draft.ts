import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import * as z from 'zod/mini';
import { canBeTicked, controlsOf, isTouched, type Control } from '../../site/form/controls.ts';
import { removeStored, readStored, store } from '../../lib/storage.ts';

/**
 * The values of a form's controls by name. Checkable controls are keyed by name and value, as several share a name.
 */
const typedForm = z.array(
  z.object({ name: z.string(), value: z.string(), checked: z.nullable(z.boolean()) }),
);
type Typed = z.infer<typeof typedForm>[number];

/**
 * Restores what was typed into a form when its page was left without sending it: another page could not be shown, this
 * page failed, or a deploy reloaded the app. Kept in this tab only, until the form is sent. What was typed before
 * hydration is not overwritten. `key` names the form.
 */
export function useSavedDraft(ref: RefObject<HTMLFormElement | null>, key: string): void {
  const typedAnew = useRef<ReadonlySet<string>>(new Set());
  // Before React is told what was ticked, which for a moment unticks it.
  useLayoutEffect(() => {
    if (ref.current !== null) typedAnew.current = touchedIn(ref.current);
  }, [ref]);
  useEffect(() => {
    const form = ref.current;
    if (form === null) return;
    // The browser may have painted, and somebody typed, since the form was looked at above.
    const touched = new Set([...typedAnew.current, ...touchedIn(form)]);
    for (const typed of readDraft(key)) if (!touched.has(typed.name)) putBack(form, typed);
    const keep = () => store(nameOf(key), JSON.stringify(typedIn(form)), 'sessionStorage');
    form.addEventListener('input', keep);
    // What was typed anew made no sound that was heard here. Once React has ticked again what it unticked.
    const timer = setTimeout(() => touched.size > 0 && keep());
    return () => {
      clearTimeout(timer);
      form.removeEventListener('input', keep);
    };
  }, [ref, key]);
}

/** Deletes the draft once the form was sent. */
export function removeDraft(key: string): void {
  removeStored(nameOf(key), 'sessionStorage');
}

function nameOf(key: string): string {
  return `holdline:typed:${key}`;
}

/** The draft may have been written by an older build. */
function readDraft(key: string): Typed[] {
  const text = readStored(nameOf(key), 'sessionStorage');
  return text === null ? [] : (typedForm.safeParse(JSON.parse(text)).data ?? []);
}

/** The names of what was changed since it was rendered. */
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
  // Past React's own record of the value, or it would take the event for an echo: the counter has to count.
  Reflect.set(prototypeOf(control), 'value', value, control);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

function prototypeOf(control: Control): Control {
  if (control instanceof HTMLTextAreaElement) return HTMLTextAreaElement.prototype;
  return control instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
}
