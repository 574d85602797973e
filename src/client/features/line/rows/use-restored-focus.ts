import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * The target of the focus after an action: the button `kind` in the row of `visitId`, or else in the row at `index`.
 */
export type FocusTarget = {
  list: 'queue' | 'arriving' | 'done';
  index: number;
  kind: string;
  visitId?: string;
};

/**
 * Restores the focus after the rows have changed, because a pressed button disappears or moves together with its row.
 * The focus moves to the same button of the next guest, so that a keyboard user can admit guests one after the other.
 * After a move the focus stays with the moved guest. The focus is also restored if the focused row disappears because
 * of an action on another tablet, or because the guest left.
 */
export function useRestoredFocus(board: RefObject<HTMLElement | null>) {
  const wanted = useRef<FocusTarget | null>(null);
  const focused = useFocusedRow(board);
  useLayoutEffect(() => {
    const target =
      wanted.current ?? (focused.current?.element.isConnected === false ? focused.current : null);
    wanted.current = null;
    if (target === null || document.activeElement !== document.body) return;
    const next = (board.current && targetOf(board.current, target)) ?? document.getElementById('main');
    next?.focus({ preventScroll: target.visitId === undefined });
  });
  return (target: FocusTarget): void => {
    wanted.current = target;
  };
}

/** The row and the button that have the focus; they are still stored when their row has just been removed. */
function useFocusedRow(board: RefObject<HTMLElement | null>) {
  const focused = useRef<(FocusTarget & { element: HTMLElement }) | null>(null);
  useEffect(() => {
    const element = board.current;
    if (element === null) return undefined;
    const handleFocus = ({ target }: FocusEvent) => {
      focused.current = target instanceof HTMLElement ? rowTarget(target) : null;
    };
    // The check runs in a microtask, because the browser sends the blur event before the row is removed and before
    // React restores the focus.
    const handleBlur = () => {
      queueMicrotask(() => {
        if (focused.current?.element !== document.activeElement) focused.current = null;
      });
    };
    element.addEventListener('focusin', handleFocus);
    element.addEventListener('focusout', handleBlur);
    return () => {
      element.removeEventListener('focusin', handleFocus);
      element.removeEventListener('focusout', handleBlur);
    };
  }, [board]);
  return focused;
}

function rowTarget(element: HTMLElement): (FocusTarget & { element: HTMLElement }) | null {
  const row = element.closest<HTMLElement>('[data-list] > [data-visit]');
  const list = row?.parentElement;
  if (!row || !list) return null;
  return {
    element,
    list: listOf(list),
    index: [...list.children].indexOf(row),
    kind: element.dataset['kind'] ?? '',
  };
}

function listOf({ dataset }: HTMLElement): FocusTarget['list'] {
  const { list } = dataset;
  return list === 'arriving' || list === 'done' ? list : 'queue';
}

function targetOf(board: HTMLElement, { list, index, kind, visitId }: FocusTarget): HTMLElement | null {
  const rows = [...board.querySelectorAll<HTMLElement>(`[data-list="${list}"] > [data-visit]`)];
  const own = rows.find((row) => row.dataset['visit'] === visitId);
  const row = own ?? rows.at(Math.min(index, rows.length - 1));
  return row?.querySelector<HTMLElement>(`[data-kind="${kind}"]`) ?? row?.querySelector('button') ?? null;
}
