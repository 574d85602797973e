import { useDeferredValue, useEffect, useState } from 'react';

/** Whether the browser has painted the first render. A page in the background is not painted before it is shown. */
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
 * Whether to render content that only screens that match `media` show at first. The result is true at once on matching
 * screens, and true on other screens after the first paint, so that a phone shows its visible content earlier.
 */
export function usePaintedUnless(media: string): boolean {
  const [isShown] = useState(() => matchMedia(media).matches);
  // The value is deferred, so that a slow phone handles taps while this content is rendered.
  const isPainted = useDeferredValue(usePainted());
  return isShown || isPainted;
}
