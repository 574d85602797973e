import { useSyncExternalStore } from 'react';

/** Whether the window fits the media query, also when it is turned or made wider. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listen) => {
      const media = matchMedia(query);
      media.addEventListener('change', listen);
      return () => media.removeEventListener('change', listen);
    },
    () => matchMedia(query).matches,
  );
}
