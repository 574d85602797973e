/** The guest page's router. The router needs no library, because the page has only two addresses. */
import { useSyncExternalStore } from 'react';
import { LOCATION_PARAMETER } from '../../../../shared/typing/page-parameters.ts';

const navigated = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  navigated.add(listener);
  addEventListener('popstate', listener);
  return () => {
    navigated.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** The page's path. On the server this is the requested path. */
export function usePath(pathOnServer: string): string {
  return useSyncExternalStore(
    subscribe,
    () => location.pathname,
    () => pathOnServer,
  );
}

/**
 * The visit that ended before the page `/queue` opened. `path` is the path of the page on which the guest can join
 * again.
 */
export type LastVisit = { businessName: string; path: string; takenOff: boolean };

let lastVisit: LastVisit | null = null;

/** The visit that ended before this page opened. Null after a page load. */
export const lastVisitEnded = (): LastVisit | null => lastVisit;

/** Call this function when the guest leaves `/queue`. */
export function forgetLastVisit(): void {
  lastVisit = null;
}

/** Opens another guest page without a page load, so that toasts stay on screen. */
export function goTo(path: '/queue', ended: LastVisit | null = null): void {
  lastVisit = ended;
  history.pushState(null, '', path);
  scrollTo(0, 0);
  for (const listener of navigated) listener();
  // Moves the focus to the heading of the new page, which React has rendered by the next frame.
  requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true }));
}

/**
 * The address of a business's guest page. With `locationId` the page opens with this location. The page sends its forms
 * to the path without a location.
 */
export function pagePath(username: string, locationId?: string): string {
  const at = locationId === undefined ? '' : `?${LOCATION_PARAMETER}=${encodeURIComponent(locationId)}`;
  return `/queue/${encodeURIComponent(username)}${at}`;
}

/** The username in `/queue/{username}`; null for `/queue`, and if the username cannot be decoded. */
export function usernameIn(path: string): string | null {
  const segment = /^\/queue\/([^/]+)\/?$/.exec(path)?.[1];
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    // The path contains an invalid escape, so the path is not the path of a business.
    return null;
  }
}
