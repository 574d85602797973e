const RELOADED_AT = 'holdline:reloaded-at';
const AGAIN_AFTER_MS = 60_000;

/** Whether this tab was reloaded within the last minute. A failure after a reload does not come from an old release. */
export function hasReloadedLately(): boolean {
  return Date.now() - Number(lastReload() ?? 0) < AGAIN_AFTER_MS;
}

/** Reloads the page, at most once a minute. */
export function reloadOnce(): void {
  if (!hasReloadedLately() && rememberReload()) window.location.reload();
}

function lastReload(): string | null {
  try {
    return sessionStorage.getItem(RELOADED_AT);
  } catch {
    // The browser forbids storage. `rememberReload` then returns false, so the page is not reloaded.
    return null;
  }
}

/**
 * Stores the time of the reload. Returns whether the time was stored. Without the stored time, reloads could repeat for
 * ever.
 */
function rememberReload(): boolean {
  try {
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
