/**
 * Drags a row of the line to another position with a mouse or a pen. Changes the DOM directly; React does not render
 * during a drag.
 */

/** A drag begins beyond this distance in px, so that an unsteady click is not a drag. */
const BEGINS_AFTER = 5;
/** Distance in px from the window's edge at which the page scrolls, and the px per frame. */
const EDGE = 72;
const SCROLL_STEP = 14;

type Parts = {
  list: HTMLElement;
  row: HTMLElement;
  /** Marks the two rows between which the dragged row would be inserted. */
  marker: HTMLElement;
  /** Where the pointer was pressed, in px from the window's top. */
  startY: number;
};

/**
 * Follows the pointer until it is released. `onDrop` gets the new position, from 1. Escape ends the drag without a
 * move.
 */
export function dragRow({ list, row, marker, startY }: Parts, onDrop: (position: number) => void): void {
  const stop = new AbortController();
  const { signal } = stop;
  const startScroll = scrollY;
  const startPosition = positionUnder(startY);
  let pointerY = startY;
  let position = startPosition;
  let dragging = false;
  let frame = 0;

  addEventListener('pointermove', handleMove, { signal });
  addEventListener('pointerup', () => end(true), { signal });
  addEventListener('pointercancel', () => end(false), { signal });
  addEventListener('blur', () => end(false), { signal });
  addEventListener('keydown', handleKey, { signal, capture: true });

  function handleMove(event: PointerEvent): void {
    pointerY = event.clientY;
    if (dragging || Math.abs(pointerY - startY) < BEGINS_AFTER) return;
    dragging = true;
    row.dataset['dragged'] = '';
    marker.hidden = false;
    follow();
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    end(false);
  }

  /** Runs once a frame: finds the row under the pointer, moves the marker, scrolls at the edges. */
  function follow(): void {
    // The guest has left meanwhile, so there is nothing to move.
    if (!row.isConnected) return end(false);
    if (pointerY < EDGE) scrollBy(0, -SCROLL_STEP);
    if (pointerY > innerHeight - EDGE) scrollBy(0, SCROLL_STEP);
    row.style.translate = `0 ${pointerY - startY + scrollY - startScroll}px`;
    position = positionUnder(pointerY);
    marker.style.top = `${edgeAt(position)}px`;
    frame = requestAnimationFrame(follow);
  }

  function end(dropped: boolean): void {
    stop.abort();
    cancelAnimationFrame(frame);
    row.style.translate = '';
    delete row.dataset['dragged'];
    marker.hidden = true;
    if (dropped && dragging && position !== startPosition) onDrop(position);
  }

  function others(): Element[] {
    return [...list.children].filter((other) => other !== row);
  }

  function positionUnder(y: number): number {
    const above = others().filter((other) => {
      const { top, height } = other.getBoundingClientRect();
      return top + height / 2 < y;
    });
    return above.length + 1;
  }

  /** The upper edge of a position, in px from the list's top. */
  function edgeAt(position: number): number {
    const rest = others();
    const behind = rest[position - 1];
    const edge = behind?.getBoundingClientRect().top ?? rest.at(-1)?.getBoundingClientRect().bottom ?? 0;
    return edge - list.getBoundingClientRect().top;
  }
}
