import { ApiError, request } from '../lib/api.ts';
import { hasReloadedLately, reloadOnce } from './reload-once.ts';

/**
 * A tab left open over a deploy asks for chunks that are gone. One reload brings the new build; a second failure
 * within a minute is another trouble, and is left to whoever shows that a part could not be loaded.
 */
export function reloadOnceWhenStale(): void {
  window.addEventListener('vite:preloadError', () => void reloadWhereServed());
}

/**
 * Without a network, or a server, a chunk fails just the same: a reload would then put the browser's own error page in
 * the place of a queue that people are working on.
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
