/** A form that is sent before the app has come: it is sent once the app is there, and the press is not lost. */

/** On the form that waits. */
const HELD = 'data-held';

/** For the window's `submit` event: what nobody else took care of on its way waits. */
export function holdEarlySubmit(event: Event): void {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (event.target.hasAttribute(HELD)) return;
  event.target.toggleAttribute(HELD, true);
  for (const button of buttonsOf(event.target)) {
    button.dataset['words'] = button.textContent;
    button.textContent = button.dataset['busy'] ?? '';
    button.setAttribute('aria-disabled', 'true');
  }
}

/** Sends the form if it was to be sent before. */
export function sendHeld(form: HTMLFormElement): void {
  if (!form.hasAttribute(HELD)) return;
  release(form);
  form.requestSubmit();
}

function release(form: HTMLFormElement): void {
  if (!form.hasAttribute(HELD)) return;
  form.removeAttribute(HELD);
  for (const button of buttonsOf(form)) {
    button.textContent = button.dataset['words'] ?? '';
    button.removeAttribute('aria-disabled');
  }
}

/** Those that say that they are at it (`submit-button.tsx`). */
function buttonsOf(form: HTMLFormElement): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>('[data-busy]')];
}

/** The app does not come: every form says so, and a press is held no longer. By itself a form goes nowhere (`checked-form.tsx`). */
export function letGo(): void {
  removeEventListener('submit', holdEarlySubmit);
  for (const form of document.forms) {
    release(form);
    const sentence = form.querySelector<HTMLElement>('[data-unloaded]');
    if (sentence === null) continue;
    sentence.hidden = false;
    sentence.scrollIntoView({ block: 'nearest' });
  }
}
