import { useSyncExternalStore } from 'react';

/** Whether the window matches the media query. The component is rendered again when the result changes. */
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
