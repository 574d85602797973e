/** The focus among the rows of the line, which is where keys find the guest they are about. */

/** The id of the visit whose row has the focus; null when none has. */
export function rowInFocus(): string | null {
  return focusedRow()?.dataset['visit'] ?? null;
}

/**
 * Moves the focus a row down (1) or up (-1), to the same button where there is one. From nowhere on the page it goes to
 * the first row. False where the focus is on something else, whose arrows are its own.
 */
export function stepRow(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-list="queue"] > [data-visit]')];
  const from = focusedRow();
  const active = document.activeElement;
  const isNowhere = active === null || active === document.body || active.id === 'main';
  if (rows.length === 0 || (from === null && !isNowhere)) return false;
  const kind = active instanceof HTMLElement ? active.dataset['kind'] : undefined;
  const index = from === null ? 0 : Math.min(rows.length - 1, Math.max(0, rows.indexOf(from) + by));
  const row = rows[index];
  const button = row?.querySelector<HTMLElement>(`[data-kind="${kind ?? 'admit'}"]`);
  button?.focus();
  return true;
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-list="queue"] > [data-visit]') ?? null;
}
