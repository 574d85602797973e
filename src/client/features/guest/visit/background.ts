/**
 * Background work of a visit's page: its service worker and the reminder. Part of the main chunk: a file of its own
 * would cost more than its contents.
 */
import type { PageMessage } from '../../../../shared/contracts/cached-page.ts';
import { request } from '../../../lib/api.ts';

const SCOPE = '/queue/';

/** Has the service worker cache the visit for the time without a server. Without service workers nothing is cached. */
export function cacheVisit(message: PageMessage): void {
  // The dev server builds no worker.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  registered().then(
    (registration) => registration.active?.postMessage(message),
    // Service workers are blocked in this window: the page works without.
    () => undefined,
  );
}

/** Removes everything of the visit from this device. */
export async function endVisit(message: PageMessage): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration(SCOPE);
    registration?.active?.postMessage(message);
  } catch {
    // Service workers are blocked in this window: nothing was cached.
  }
}

/**
 * Subscribes this browser to the reminder of the visit's turn. `path` is that of the visit's calls, `key` the
 * server's. Throws where the browser or the server refuses.
 */
export async function remind(path: string, key: string): Promise<void> {
  const { pushManager } = await registered();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await request('PUT', `${path}/reminder`, { body: { endpoint, keys } });
}

/** Unsubscribes from the reminder. Throws `ApiError` where the server could not be told. */
export async function stopReminding(path: string): Promise<void> {
  const subscription = await (await registered()).pushManager.getSubscription();
  if (subscription === null) return;
  await request('DELETE', `${path}/reminder`, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** The registration of this page's service worker, once that is active. */
async function registered(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/queue-sw.js', { scope: SCOPE });
  // Not `ready`: it resolves to the first registration of this document, even after that was removed.
  const { installing } = registration;
  if (installing !== null && registration.active === null)
    await new Promise<void>((resolve) =>
      installing.addEventListener('statechange', () => registration.active && resolve()),
    );
  return registration;
}
