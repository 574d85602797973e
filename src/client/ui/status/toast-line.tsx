import { useEffect, useRef } from 'react';
import { claimToasts } from './toast.tsx';

/**
 * The element that shows the toasts on the pages of members. Toasts in this element are part of the page's layout and
 * cover no content.
 */
export function ToastLine() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? claimToasts(place.current) : undefined), []);
  return <div ref={place} />;
}
