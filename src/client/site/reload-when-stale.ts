import { ApiError, request } from '../lib/api.ts';
import { hasReloadedLately, reloadOnce } from './reload-once.ts';

/**
 * Reloads an open tab of an older release if a chunk of this release no longer exists. If a chunk fails again within a
 * minute, the page shows an error in place of the chunk.
 */
export function reloadOnceWhenStale(): void {
  window.addEventListener('vite:preloadError', () => void reloadWhereServed());
}

/**
 * Reloads only if the server answers. Without a network chunks fail too, and after a reload the browser would show its
 * error page instead of the line.
 */
async function reloadWhereServed(): Promise<void> {
  if (hasReloadedLately()) return;
  if (!navigator.onLine || !(await isServed())) return;
  reloadOnce();
}

async function isServed(): Promise<boolean> {
  try {
    await request('GET', '/healthz');
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
