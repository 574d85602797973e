/** The focus among the rows of the line: shortcuts act on the row that has it. */

/** The id of the visit whose row has the focus, in this list; null when none has. */
export function rowInFocus(list: 'queue' | 'arriving'): string | null {
  const row = focusedRow();
  return row?.parentElement?.dataset['list'] === list ? (row.dataset['visit'] ?? null) : null;
}

/**
 * Moves the focus a row down (1) or up (-1), to the same button where there is one. From the head of a list's card it
 * goes to the first row of that list, from nowhere on the page to the first in line. False where the focus is on
 * something else, whose arrows are its own.
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
  (button ?? row.querySelector('button'))?.focus();
  return true;
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-list] > [data-visit]') ?? null;
}

/** The list whose card has the element in it; the line for an element that is none in particular. */
function listBeside(element: Element | null): Element | null {
  const isNowhere = element === null || element === document.body || element.id === 'main';
  const scope = isNowhere ? document : element.closest('section');
  return scope?.querySelector('[data-list]') ?? null;
}
