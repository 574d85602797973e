const RELOADED_AT = 'holdline:reloaded-at';
const AGAIN_AFTER_MS = 60_000;

/**
 * A tab left open over a deploy asks for chunks that are gone. One reload brings the new build; a second failure
 * within a minute is another trouble, and goes to the error page instead of a loop of reloads.
 */
export function reloadOnceWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(lastReload() ?? 0);
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    if (!rememberReload()) return;
    event.preventDefault();
    window.location.reload();
  });
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
