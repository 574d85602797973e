import { ApiError, request } from '../lib/api.ts';

const RELOADED_AT = 'holdline:reloaded-at';
const AGAIN_AFTER_MS = 60_000;

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
  if (Date.now() - Number(lastReload() ?? 0) < AGAIN_AFTER_MS) return;
  if (!navigator.onLine || !(await isServed())) return;
  if (rememberReload()) window.location.reload();
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

function lastReload(): string | null {
  try {
    return sessionStorage.getItem(RELOADED_AT);
  } catch {
    // Storage is forbidden: rememberReload fails as well, and nothing is reloaded.
    return null;
  }
}

/** Whether it was written down. Without a memory a reload could repeat for ever. */
function rememberReload(): boolean {
  try {
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
