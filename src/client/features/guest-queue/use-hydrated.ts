import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while the page is what the server sent, true once it is alive. Same on both sides of the hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
