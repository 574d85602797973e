import { useEffect, useState } from 'react';
import { goToProvider } from './provider-page.ts';

/** After this time the button works again, because the owner may have stopped the navigation. */
const LEAVING_MS = 10_000;

/**
 * `leaveFor` opens a page of the payment provider in this tab. `isLeaving` is true from this moment until the browser
 * has left the page. On a slow network this takes some seconds. A second request while `isLeaving` is true would make
 * the provider's page invalid. `isLeaving` becomes false when the owner comes back to this page.
 */
export function useLeaving(): { isLeaving: boolean; leaveFor: (url: string) => void } {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const stay = () => setLeaving(false);
    const timer = setTimeout(stay, LEAVING_MS);
    // The browser's Back button restores this page with `isLeaving` still true, so `isLeaving` is set to false.
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
