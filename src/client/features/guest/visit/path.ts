/** The guest page's router: two addresses need no library. */
import { useSyncExternalStore } from 'react';

const navigated = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  navigated.add(listener);
  addEventListener('popstate', listener);
  return () => {
    navigated.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** The page's path; while the server renders, the path that was asked for. */
export function usePath(pathOnServer: string): string {
  return useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => pathOnServer,
  );
}

/** Goes to another of the guest's pages without loading anew, so that what was just told stays on screen. */
export function goTo(path: '/queue'): void {
  history.pushState(null, '', path);
  scrollTo(0, 0);
  for (const listener of navigated) listener();
  // The new page begins at its heading, for readers too; it is there after the next frame.
  requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true }));
}

/** The guest's page of a business; its forms are sent there, too. */
export function pagePath(username: string): string {
  return `/queue/${encodeURIComponent(username)}`;
}

/** The username in `/queue/{username}`; null on `/queue` itself and where it cannot be read. */
export function usernameIn(path: string): string | null {
  const segment = /^\/queue\/([^/]+)\/?$/.exec(path)?.[1];
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    // A broken escape: such a name cannot exist.
    return null;
  }
}
