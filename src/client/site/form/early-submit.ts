/** Defers a submit that is made before the app has loaded. When the app is ready, the form is sent. */

/** Marks a form whose submit is deferred. */
const DEFERRED = 'data-held';

/** Listener of the window's `submit` event: defers a submit that no other listener has handled. */
export function deferEarlySubmit(event: Event): void {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (event.target.hasAttribute(DEFERRED)) return;
  event.target.toggleAttribute(DEFERRED, true);
  for (const button of buttonsOf(event.target)) {
    button.dataset['words'] = button.textContent;
    button.textContent = button.dataset['busy'] ?? '';
    button.setAttribute('aria-disabled', 'true');
  }
}

/** Sends the form if its submit was delayed. */
export function submitDeferred(form: HTMLFormElement): void {
  if (!form.hasAttribute(DEFERRED)) return;
  release(form);
  form.requestSubmit();
}

function release(form: HTMLFormElement): void {
  if (!form.hasAttribute(DEFERRED)) return;
  form.removeAttribute(DEFERRED);
  for (const button of buttonsOf(form)) {
    button.textContent = button.dataset['words'] ?? '';
    button.removeAttribute('aria-disabled');
  }
}

/** The form's buttons with a busy label (`submit-button.tsx`). */
function buttonsOf(form: HTMLFormElement): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>('[data-busy]')];
}

/**
 * Call this function if the app cannot be loaded. Every form then shows a message, and submits are no longer deferred.
 * Without the app a form cannot be sent (`checked-form.tsx`).
 */
export function releaseAll(): void {
  removeEventListener('submit', deferEarlySubmit);
  for (const form of document.forms) {
    release(form);
    const sentence = form.querySelector<HTMLElement>('[data-unloaded]');
    if (sentence === null) continue;
    sentence.hidden = false;
    sentence.scrollIntoView({ block: 'nearest' });
  }
}
