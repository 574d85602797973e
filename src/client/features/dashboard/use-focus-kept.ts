import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Where the focus belongs after a deed: on the same button of the visit, or of whoever stands at its place now. */
export type FocusWish = { list: 'queue' | 'arriving'; index: number; kind: string; visitId?: string };

/**
 * The pressed button leaves the page with its row, or moves with it: the focus goes to the same button of the guest who
 * moves up, so that a keyboard can admit one after the other, or stays with the guest who was moved.
 */
export function useFocusKept(board: RefObject<HTMLElement | null>) {
  const wanted = useRef<FocusWish | null>(null);
  useLayoutEffect(() => {
    const wish = wanted.current;
    wanted.current = null;
    if (wish === null || document.activeElement !== document.body) return;
    const next = (board.current && targetOf(board.current, wish)) ?? document.getElementById('main');
    next?.focus({ preventScroll: wish.visitId === undefined });
  });
  return (wish: FocusWish): void => {
    wanted.current = wish;
  };
}

function targetOf(board: HTMLElement, { list, index, kind, visitId }: FocusWish): HTMLElement | null {
  const rows = [...board.querySelectorAll<HTMLElement>(`[data-list="${list}"] > [data-visit]`)];
  const own = rows.find((row) => row.dataset['visit'] === visitId);
  const row = own ?? rows.at(Math.min(index, rows.length - 1));
  return row?.querySelector<HTMLElement>(`[data-kind="${kind}"]`) ?? row?.querySelector('button') ?? null;
}
