import { useEffect, useRef } from 'react';
import { claimToasts } from './toast.tsx';

/** The place of the toasts on the member's pages. In this place a toast is a line of the page and covers no content. */
export function ToastLine() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? claimToasts(place.current) : undefined), []);
  return <div ref={place} />;
}
