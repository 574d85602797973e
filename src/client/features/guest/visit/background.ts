/**
 * What goes on behind the page of a visit: its service worker and the reminder. It comes with the page, though it is needed
 * later: as a file of its own it would weigh more than its contents.
 */
import type { PageMessage } from '../../../../shared/site/kept-page.ts';
import { request } from '../../../lib/api.ts';

const SCOPE = '/queue/';

/** Has the last place kept for the time without a server. Where the browser has no service workers nothing is kept. */
export function cacheVisit(message: PageMessage): void {
  // The dev server builds no worker.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  registered().then(
    (registration) => registration.active?.postMessage(message),
    // Forbidden in this window: the page works without it.
    () => undefined,
  );
}

/** Nothing of the visit is kept on this device any more. */
export async function endVisit(message: PageMessage): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration(SCOPE);
    registration?.active?.postMessage(message);
  } catch {
    // Forbidden in this window: nothing was kept.
  }
}

/**
 * Has this browser reminded of the visit's turn. `path` is that of the visit's calls, `key` the server's. Throws where the
 * browser or the server refuses.
 */
export async function remind(path: string, key: string): Promise<void> {
  const { pushManager } = await registered();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await request('PUT', `${path}/reminder`, { body: { endpoint, keys } });
}

/** Takes the reminder back. Throws `ApiError` where the server was not told. */
export async function stopReminding(path: string): Promise<void> {
  const subscription = await (await registered()).pushManager.getSubscription();
  if (subscription === null) return;
  await request('DELETE', `${path}/reminder`, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** The service worker, once it works: it is asked for by pages of its scope only. */
async function registered(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/queue-sw.js', { scope: SCOPE });
  // Not `ready`: that is the first one of this document, also after it was taken back.
  const { installing } = registration;
  if (installing !== null && registration.active === null)
    await new Promise<void>((resolve) =>
      installing.addEventListener('statechange', () => registration.active && resolve()),
    );
  return registration;
}
