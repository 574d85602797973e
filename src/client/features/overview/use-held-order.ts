import { useEffect, useState, type FocusEvent } from 'react';

/** The rows keep their order for this time after the last movement of the pointer over them. */
const HELD_MS = 5_000;

/**
 * Keeps the order of a list's rows for a while after the pointer moved in the list, and while the focus is in the list,
 * because somebody may be about to press a row. Returns the ids in the order to show, and the handlers of the list.
 */
export function useHeldOrder(order: string[]) {
  const [held, setHeld] = useState<string[]>();
  const [heldBy, setHeldBy] = useState<{ pointerAt?: number; focus?: boolean }>({});
  const { pointerAt, focus = false } = heldBy;

  useEffect(() => {
    if (pointerAt === undefined || focus) return undefined;
    const timer = setTimeout(release, HELD_MS);
    return () => clearTimeout(timer);
  }, [pointerAt, focus]);

  const shown =
    held === undefined
      ? order
      : [...held.filter((id) => order.includes(id)), ...order.filter((id) => !held.includes(id))];

  function hold(by: { pointerAt?: number; focus?: boolean }): void {
    setHeld(shown);
    setHeldBy((before) => ({ ...before, ...by }));
  }

  function release(): void {
    setHeld(undefined);
    setHeldBy({});
  }

  return {
    order: shown,
    handlers: {
      onPointerMove: () => hold({ pointerAt: performance.now() }),
      onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && hold({ focus: true }),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        !currentTarget.contains(relatedTarget) && release(),
    },
  };
}
