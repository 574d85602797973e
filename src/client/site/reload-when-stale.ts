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
 * Reloads only if the server answers. Chunks also fail without a network. A reload without a network would replace the
 * waiting line by the browser's error page.
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
