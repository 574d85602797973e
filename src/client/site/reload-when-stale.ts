import { ApiError, request } from '../lib/api.ts';
import { hasReloadedLately, reloadOnce } from './reload-once.ts';

/**
 * Reloads a tab that was left open over a deploy and asks for chunks that are gone. One reload brings the new build. A
 * second failure within a minute has another cause and is shown by the part that could not be loaded.
 */
export function reloadOnceWhenStale(): void {
  window.addEventListener('vite:preloadError', () => void reloadWhereServed());
}

/**
 * Reloads only where the server answers: without a network a chunk fails as well, and a reload would then replace the
 * line that people are working on by the browser's error page.
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
