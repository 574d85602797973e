/** The abort controller of each header's menu. */
const disclosed = new WeakMap<HTMLElement, AbortController>();

/**
 * Runs the collapsed menu of a page's header (`docs/spec.md` section 2). The header's button opens and closes the menu.
 * Escape closes the menu and returns the focus to the button. Choosing an item, or a click or focus outside, closes the
 * menu. The menu also closes when the window's width crosses 640 px, and when the visitor leaves the page, because the
 * Back button may show the stored page again. The state of the menu is only in `aria-expanded`; CSS and screen readers
 * use this attribute. The code uses only the DOM and no React, so that pages without React have the same menu. A second
 * call for the same header replaces the first call. Returns a function that removes the listeners.
 */
export function discloseMenu(header: HTMLElement): () => void {
  const toggle = header.querySelector('button[aria-controls]');
  const items = toggle?.nextElementSibling;
  if (!(toggle instanceof HTMLElement) || !items) return () => {};
  const isOpen = () => toggle.getAttribute('aria-expanded') === 'true';
  const show = (open: boolean) => toggle.setAttribute('aria-expanded', String(open));
  const close = () => show(false);

  disclosed.get(header)?.abort();
  const ended = new AbortController();
  disclosed.set(header, ended);
  const { signal } = ended;
  toggle.addEventListener('click', () => show(!isOpen()), { signal });
  items.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('a, button')) close();
    },
    { signal },
  );
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape' || !isOpen()) return;
      close();
      toggle.focus();
    },
    { signal },
  );
  for (const kind of ['pointerdown', 'focusin']) {
    document.addEventListener(
      kind,
      ({ target }) => {
        if (target instanceof Node && !header.contains(target)) close();
      },
      { signal },
    );
  }
  matchMedia(`(min-width: ${MOBILE_MENU_MAX_PX}px)`).addEventListener('change', close, { signal });
  addEventListener('pagehide', close, { signal });
  return () => ended.abort();
}

/**
 * If the window is at least this wide, the header shows its items in a row. In a narrower window the buttons are in a
 * menu (`docs/spec.md` section 9).
 */
const MOBILE_MENU_MAX_PX = 640;
