import { useDeferredValue, useEffect, useState } from 'react';

/**
 * Whether the browser has painted the first render. The result stays false while the page is in the background, because
 * the browser then paints nothing.
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
 * screens, people see it only later. On matching screens the result is true at once. On another screen, such as a
 * phone, the result is true only after the first paint, so that the screen shows its visible content earlier.
 */
export function usePaintedUnless(media: string): boolean {
  const [isShown] = useState(() => matchMedia(media).matches);
  // React defers the change of this value, so that a slow phone still handles taps while this content is rendered.
  const isPainted = useDeferredValue(usePainted());
  return isShown || isPainted;
}
