import { useEffect, useState } from 'react';
import { goToProvider } from './provider-page.ts';

/** After this time the button works again, because the owner may have stopped the navigation. */
const LEAVING_MS = 10_000;

/**
 * Goes to a page of the payment provider. `isLeaving` is true until the browser has left this page, which takes seconds
 * on a slow network. A second request while `isLeaving` is true would make the provider's page invalid. `isLeaving`
 * becomes false when the owner comes back.
 */
export function useLeaving(): { isLeaving: boolean; leaveFor: (url: string) => void } {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const stay = () => setLeaving(false);
    const timer = setTimeout(stay, LEAVING_MS);
    // The browser's Back button restores this page in its last state, so `isLeaving` is reset.
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
