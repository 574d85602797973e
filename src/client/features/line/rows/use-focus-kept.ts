import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Where the focus belongs after an action: on the same button of the visit, or of whoever stands at its place now. */
export type FocusTarget = { list: 'queue' | 'arriving'; index: number; kind: string; visitId?: string };

/**
 * The pressed button leaves the page with its row, or moves with it: the focus goes to the same button of the guest who
 * moves up, so that a keyboard can admit one after the other, or stays with the guest who was moved. The same when a row
 * goes from under the focus because its guest left, or another tablet was faster.
 */
export function useFocusKept(board: RefObject<HTMLElement | null>) {
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

/** What in which row has the focus: still there when the row has just been taken from the page. */
function useFocusedRow(board: RefObject<HTMLElement | null>) {
  const focused = useRef<(FocusTarget & { element: HTMLElement }) | null>(null);
  useEffect(() => {
    const element = board.current;
    if (element === null) return undefined;
    const handleFocus = ({ target }: FocusEvent) => {
      focused.current = target instanceof HTMLElement ? rowTarget(target) : null;
    };
    // A browser tells of the loss before the row is gone, and React looks for a new place right after: only then is it
    // clear that somebody has left the row by themselves.
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
    list: list.dataset['list'] === 'arriving' ? 'arriving' : 'queue',
    index: [...list.children].indexOf(row),
    kind: element.dataset['kind'] ?? '',
  };
}

function targetOf(board: HTMLElement, { list, index, kind, visitId }: FocusTarget): HTMLElement | null {
  const rows = [...board.querySelectorAll<HTMLElement>(`[data-list="${list}"] > [data-visit]`)];
  const own = rows.find((row) => row.dataset['visit'] === visitId);
  const row = own ?? rows.at(Math.min(index, rows.length - 1));
  return row?.querySelector<HTMLElement>(`[data-kind="${kind}"]`) ?? row?.querySelector('button') ?? null;
}
