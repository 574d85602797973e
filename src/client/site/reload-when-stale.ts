import { ApiError, request } from '../lib/api.ts';
import { hasReloadedLately, reloadOnce } from './reload-once.ts';

/**
 * Reloads an open tab of an older release whose chunks no longer exist. A second failure within a minute has another
 * cause and is shown where the chunk is missing.
 */
export function reloadOnceWhenStale(): void {
  window.addEventListener('vite:preloadError', () => void reloadWhereServed());
}

/**
 * Reloads only if the server answers. Without a network chunks also fail, and a reload would replace the line by the
 * browser's error page.
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
