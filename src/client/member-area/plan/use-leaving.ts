import { useEffect, useState } from 'react';
import { goToProvider } from './provider-page.ts';

/** After this time the button works again, because the owner may have stopped the navigation. */
const LEAVING_MS = 10_000;

/**
 * Goes to a page of the payment provider. `isLeaving` is true until the browser has left this page; on a slow network
 * this takes seconds. A second request during this time would make the provider's page invalid. `isLeaving` becomes
 * false when the owner comes back.
 */
export function useLeaving(): { isLeaving: boolean; leaveFor: (url: string) => void } {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const stay = () => setLeaving(false);
    const timer = setTimeout(stay, LEAVING_MS);
    // The browser's Back button restores this page in its last state, so the state is reset.
    window.addEventListener('pageshow', stay);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', stay);
    };
  }, [isLeaving]);
  return {
    isLeaving,
    leaveFor: (url) => {
      goToProvider(url);
      setLeaving(true);
    },
  };
}
