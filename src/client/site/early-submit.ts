/** A form that is sent before the app has come: it is sent once the app is there, and the press is not lost. */

/** Seen by the styles as well: the page says that it is at it. */
const HELD = 'data-held';

/** For the window's `submit` event: what nobody else took care of on its way waits. */
export function holdEarlySubmit(event: Event): void {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  event.target.toggleAttribute(HELD, true);
}

/** Sends the form if it was to be sent before. */
export function sendHeld(form: HTMLFormElement): void {
  if (!form.hasAttribute(HELD)) return;
  form.removeAttribute(HELD);
  form.requestSubmit();
}

/** The app does not come: every form says so, and a press is held no longer. By itself a form goes nowhere (`checked-form.tsx`). */
export function letGo(): void {
  removeEventListener('submit', holdEarlySubmit);
  for (const form of document.forms) {
    form.removeAttribute(HELD);
    const sentence = form.querySelector<HTMLElement>('[data-unloaded]');
    if (sentence === null) continue;
    sentence.hidden = false;
    sentence.scrollIntoView({ block: 'nearest' });
  }
}
