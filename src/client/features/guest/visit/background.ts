/**
 * Service worker and reminder of the guest's page. The code is a part of the main chunk, because a separate file would
 * have more overhead than code.
 */
import type { PageMessage } from '../../../../shared/contracts/cached-page.ts';
import { request } from '../../../lib/api.ts';

const SCOPE = '/queue/';

/**
 * Sends the visit to the service worker. The service worker caches the visit, and shows the cached visit when the
 * server does not answer. Without service workers nothing is cached.
 */
export function cacheVisit(message: PageMessage): void {
  // The dev server builds no service worker.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  registered().then(
    (registration) => registration.active?.postMessage(message),
    // The browser blocks service workers in this window. The page works without service workers.
    () => undefined,
  );
}

/** Removes all data of the visit from this device. */
export async function endVisit(message: PageMessage): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration(SCOPE);
    registration?.active?.postMessage(message);
  } catch {
    // The browser blocks service workers in this window, so nothing was cached.
  }
}

/**
 * Subscribes this browser to the reminder of the visit's turn. `path` is the path of the visit's calls, `key` the
 * server's public key. Throws if the browser or the server refuses.
 */
export async function remind(path: string, key: string): Promise<void> {
  const { pushManager } = await registered();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await request('PUT', `${path}/reminder`, { body: { endpoint, keys } });
}

/** Ends the subscription. Throws `ApiError` if the server cannot be reached. */
export async function stopReminding(path: string): Promise<void> {
  const subscription = await (await registered()).pushManager.getSubscription();
  if (subscription === null) return;
  await request('DELETE', `${path}/reminder`, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** Returns the registration of the page's service worker, after the worker has become active. */
async function registered(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/queue-sw.js', { scope: SCOPE });
  // `ready` is not used, because `ready` resolves to the document's first registration, even after this registration
  // was removed.
  const { installing } = registration;
  if (installing !== null && registration.active === null)
    await new Promise<void>((resolve) =>
      installing.addEventListener('statechange', () => registration.active && resolve()),
    );
  return registration;
}
