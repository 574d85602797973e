import { useEffect, useRef } from 'react';
import { claimToasts } from './toast.tsx';

/** The place of the toasts on the member's pages: one line in the page's flow, which covers nothing. */
export function ToastLine() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? claimToasts(place.current) : undefined), []);
  return <div ref={place} />;
}
