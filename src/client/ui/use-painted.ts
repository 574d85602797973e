import { useDeferredValue, useEffect, useState } from 'react';

/** Whether the browser has painted the first render. A page in the background is painted once it is shown. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // A timer set in the frame callback runs after the paint.
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}

/**
 * Whether to render content that only some screens show at first: at once on those screens, elsewhere after the first
 * paint, so that a phone shows the rest earlier.
 */
export function usePaintedUnless(media: string): boolean {
  const [isShown] = useState(() => matchMedia(media).matches);
  // Deferred, so that a slow phone answers taps while the rest is rendered.
  const isPainted = useDeferredValue(usePainted());
  return isShown || isPainted;
}
