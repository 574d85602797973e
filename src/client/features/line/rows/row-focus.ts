/** The keyboard focus in the rows of the line. Shortcuts act on the focused row. */

/** The id of the visit whose row in this list has the focus; null if no row has the focus. */
export function rowInFocus(list: 'queue' | 'arriving'): string | null {
  const row = focusedRow();
  return row?.parentElement?.dataset['list'] === list ? (row.dataset['visit'] ?? null) : null;
}

/**
 * Moves the focus one row down (1) or up (-1). The focus moves to the same button, or to the guest's name if the new
 * row lacks the button. If the focus is elsewhere in a card, the focus moves to the first row of the card's list. If no
 * element has the focus, the focus moves to the first row of the line. Returns false if no row can get the focus, for
 * example because the focus is on a control outside the cards.
 */
export function stepRow(by: 1 | -1): boolean {
  const active = document.activeElement;
  const from = focusedRow();
  const list = from?.parentElement ?? listBeside(active);
  const rows = [...(list?.querySelectorAll<HTMLElement>(':scope > [data-visit]') ?? [])];
  const index = from === null ? 0 : Math.min(rows.length - 1, Math.max(0, rows.indexOf(from) + by));
  const row = rows[index];
  if (row === undefined) return false;
  const kind = from !== null && active instanceof HTMLElement ? active.dataset['kind'] : undefined;
  const button = kind === undefined ? null : row.querySelector<HTMLElement>(`[data-kind="${kind}"]`);
  (button ?? row.querySelector<HTMLElement>('[data-kind="open"]') ?? row.querySelector('button'))?.focus();
  return true;
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-list] > [data-visit]') ?? null;
}

/** Returns the list in the card that contains the element, or the line if no specific element has the focus. */
function listBeside(element: Element | null): Element | null {
  const isNowhere = element === null || element === document.body || element.id === 'main';
  const scope = isNowhere ? document : element.closest('section');
  return scope?.querySelector('[data-list]') ?? null;
}
