const RELOADED_AT = 'holdline:reloaded-at';
const AGAIN_AFTER_MS = 60_000;

/** Whether this tab was loaded anew within a minute: another trouble is then behind whatever fails. */
export function hasReloadedLately(): boolean {
  return Date.now() - Number(lastReload() ?? 0) < AGAIN_AFTER_MS;
}

/** Loads the page anew, once a minute at most. */
export function reloadOnce(): void {
  if (!hasReloadedLately() && rememberReload()) window.location.reload();
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
