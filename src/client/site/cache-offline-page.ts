/** Once the page has done all that it was opened for. */
const REGISTERED_AFTER_MS = 3_000;

/**
 * Has the browser keep a page of ours for when no server can be reached (`service-worker/site-sw.ts`). Not on the dev server,
 * which has no such file. Who forbids service workers does without it.
 */
export function cacheOfflinePage(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register('/site-sw.js');
  setTimeout(() => void register().catch(() => undefined), REGISTERED_AFTER_MS);
}
