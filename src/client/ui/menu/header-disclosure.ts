/** What ends it, for each head. */
const disclosed = new WeakMap<HTMLElement, AbortController>();

/**
 * Brings the folded menu of a page's head to life (`docs/spec.md` section 2): its button opens and closes it; it closes on Escape (the
 * focus returns to the button), on choosing, on a click or focus outside, when the window reaches 640 px, and before a browser
 * keeps the page for the way back. What is open stands in `aria-expanded` alone, which styles and readers read. Of the DOM
 * only, so that pages without React have the very same menu, and React takes it over from a page rendered by the Worker: called again
 * for the same head it begins anew. Answers what ends it.
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

/** From this width on the head of a page shows its buttons; below it they fold into a menu (`docs/spec.md` section 9). */
const MOBILE_MENU_MAX_PX = 640;
