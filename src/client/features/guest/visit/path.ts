/** The guest page's router, without a library for its two addresses. */
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

/** The page's path; on the server, the requested path. */
export function usePath(pathOnServer: string): string {
  return useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => pathOnServer,
  );
}

/** Opens another guest page without a page load, so that toasts stay on screen. */
export function goTo(path: '/queue'): void {
  history.pushState(null, '', path);
  scrollTo(0, 0);
  for (const listener of navigated) listener();
  // The focus moves to the new page's heading, which exists after the next frame.
  requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true }));
}

/** The address of a business's guest page. Its forms are sent to the same address. */
export function pagePath(username: string): string {
  return `/queue/${encodeURIComponent(username)}`;
}

/** The username in `/queue/{username}`; null on `/queue` and if it cannot be decoded. */
export function usernameIn(path: string): string | null {
  const segment = /^\/queue\/([^/]+)\/?$/.exec(path)?.[1];
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    // An invalid escape: no such username can exist.
    return null;
  }
}
