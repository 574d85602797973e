/**
 * Drags a row of the line to another position with a finger, a pen or a mouse. Changes the DOM directly; React does not
 * render during a drag.
 */

/** A drag begins beyond this distance in px, so that an unsteady press is not a drag. */
const BEGINS_AFTER = 5;
/** Distance in px from the edge of the scrolling pane at which it scrolls, and the most px per frame. */
const EDGE = 64;
const SCROLL_STEP = 16;

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
  const scroller = scrollerOf(list);
  const startScroll = scroller.scrollTop;
  const startPosition = positionUnder(startY);
  let pointerY = startY;
  let position = startPosition;
  let dragging = false;
  let frame = 0;

  addEventListener('pointermove', handleMove, { signal });
  addEventListener('pointerup', handleRelease, { signal });
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

  /** Drops the row where the pointer is now, which can be beyond the place of the last frame. */
  function handleRelease(event: PointerEvent): void {
    position = positionUnder(event.clientY);
    end(true);
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
    const { top, bottom } = seenPartOf(scroller);
    if (pointerY < top + EDGE) scroller.scrollTop -= stepAt(top + EDGE - pointerY);
    if (pointerY > bottom - EDGE) scroller.scrollTop += stepAt(pointerY - bottom + EDGE);
    row.style.translate = `0 ${pointerY - startY + scroller.scrollTop - startScroll}px`;
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
    if (dragging) ignoreNextClick();
    if (dropped && dragging && position !== startPosition) onDrop(position);
  }

  function others(): Element[] {
    return [...list.querySelectorAll(':scope > [data-visit]')].filter((other) => other !== row);
  }

  function positionUnder(y: number): number {
    const above = others().filter((other) => {
      const { top, height } = other.getBoundingClientRect();
      return top + height / 2 < y;
    });
    return above.length + 1;
  }

  /** The upper edge of a position, in px from the list's top. */
  function edgeAt(place: number): number {
    const rest = others();
    const behind = rest[place - 1];
    const edge = behind?.getBoundingClientRect().top ?? rest.at(-1)?.getBoundingClientRect().bottom ?? 0;
    return edge - list.getBoundingClientRect().top;
  }
}

/** Scrolls faster near the edge. */
function stepAt(depth: number): number {
  return Math.ceil((Math.min(depth, EDGE) / EDGE) * SCROLL_STEP);
}

/** The nearest ancestor that scrolls; else the page. */
function scrollerOf(element: HTMLElement): Element {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return document.documentElement;
}

function seenPartOf(scroller: Element): { top: number; bottom: number } {
  const { top, bottom } = scroller.getBoundingClientRect();
  return { top: Math.max(0, top), bottom: Math.min(innerHeight, bottom) };
}

/** The release of a drag can count as a click on the grip. */
function ignoreNextClick(): void {
  const stop = new AbortController();
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', ignore, { capture: true, signal: stop.signal });
  setTimeout(() => stop.abort());
}
