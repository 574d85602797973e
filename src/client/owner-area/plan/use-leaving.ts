import { useEffect, useState } from 'react';

/** Whoever stops the browser on its way may press again. */
const LEAVING_MS = 10_000;

/**
 * Leaves for a page of somebody else's. `isLeaving` until this page is gone, which on a slow network takes seconds: what is
 * asked for again meanwhile would have the page closed that the browser is about to show. Over when the way back leads here.
 */
export function useLeaving(): { isLeaving: boolean; leaveFor: (url: string) => void } {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const stay = () => setLeaving(false);
    const timer = setTimeout(stay, LEAVING_MS);
    // Browsers keep a page as it was left.
    window.addEventListener('pageshow', stay);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', stay);
    };
  }, [isLeaving]);
  return {
    isLeaving,
    leaveFor: (url) => {
      setLeaving(true);
      window.location.assign(url);
    },
  };
}
