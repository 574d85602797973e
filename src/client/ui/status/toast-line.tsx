import { useEffect, useRef } from 'react';
import { claimToasts } from './toast.tsx';

/** The place of the toasts on the member's pages. Here a toast is a line of the page that covers no other content. */
export function ToastLine() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? claimToasts(place.current) : undefined), []);
  return <div ref={place} />;
}
