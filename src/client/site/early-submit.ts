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
