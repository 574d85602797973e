import { useDeferredValue, useEffect, useState } from 'react';

/**
 * Whether the browser has painted the first render. While a page is in the background, the browser does not paint it.
 */
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
 * Tells whether to render a part of the page. Screens that match `media` show this part at first sight; on other
 * screens, people see it only later. On matching screens the result is true at once. On other screens it is true only
 * after the first paint, so that a phone shows its visible content earlier.
 */
export function usePaintedUnless(media: string): boolean {
  const [isShown] = useState(() => matchMedia(media).matches);
  // React defers the change of this value, so that a slow phone still handles taps while this content is rendered.
  const isPainted = useDeferredValue(usePainted());
  return isShown || isPainted;
}
