/** The delay before the registration, so that the page itself loads first. */
const REGISTERED_AFTER_MS = 3_000;

/**
 * Registers the service worker that shows our offline page when no server can be reached (`service-worker/site-sw.ts`).
 * In development no worker is registered, because the dev server does not build this worker. If the browser blocks
 * service workers, the offline page is never shown.
 */
export function cacheOfflinePage(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register('/site-sw.js');
  setTimeout(() => void register().catch(() => undefined), REGISTERED_AFTER_MS);
}
