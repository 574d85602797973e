/**
 * Drags a row of the line to another position with a finger, a pen or a mouse. Changes the DOM directly; React does not
 * render during a drag.
 */

/** A drag begins only after the pointer has moved this distance in px, so that an unsteady press is not a drag. */
const BEGINS_AFTER = 5;
/**
 * `EDGE`: the pane scrolls if the distance in px from the pointer to the pane's edge is smaller than this value.
 * `SCROLL_STEP`: the largest distance in px that the pane scrolls in one animation frame.
 */
const EDGE = 64;
const SCROLL_STEP = 16;

type Parts = {
  list: HTMLElement;
  row: HTMLElement;
  /** The element that shows between which two rows the dragged row would be inserted. */
  marker: HTMLElement;
  /** The distance in px from the window's top to the place where the pointer was pressed. */
  startY: number;
};

/**
 * Follows the pointer until it is released. `onDrop` gets the new position, counted from 1. Escape ends the drag
 * without a move.
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

  /** Drops the row at the pointer's current position, because the pointer may have moved after the last frame. */
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
    // The guest left during the drag, so there is no row to move.
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

  /** The distance in px from the list's top to the upper edge of a row dropped at this position. */
  function edgeAt(place: number): number {
    const rest = others();
    const behind = rest[place - 1];
    const edge = behind?.getBoundingClientRect().top ?? rest.at(-1)?.getBoundingClientRect().bottom ?? 0;
    return edge - list.getBoundingClientRect().top;
  }
}

/** The number of px to scroll in one frame: the nearer the pointer is to the edge, the more px. */
function stepAt(depth: number): number {
  return Math.ceil((Math.min(depth, EDGE) / EDGE) * SCROLL_STEP);
}

/** The nearest ancestor that scrolls; if there is none, the page. */
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

/** Ignores the next click, because browsers may send a click on the grip when a drag ends. */
function ignoreNextClick(): void {
  const stop = new AbortController();
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', ignore, { capture: true, signal: stop.signal });
  setTimeout(() => stop.abort());
}
