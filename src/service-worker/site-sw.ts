/**
 * The service worker of public pages and owners' pages, `/site-sw.js`. The worker shows our offline page when the
 * server cannot be reached, and caches no pages. The build makes one file without imports.
 */
import { offlinePage } from './offline-page.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * The paths of guests' pages. The guests' pages have a service worker of their own (`queue-sw.ts`), which caches the
 * visit.
 */
const guestPath = /^\/queue(\/|$)/;

/**
 * Static routing: only requests for pages go through this worker. At present only Chromium supports static routing, and
 * TypeScript's library does not contain it yet.
 */
type Installing = ExtendableEvent & { addRoutes?: (rules: object) => Promise<void> };

self.addEventListener('install', (event: Installing) => {
  void self.skipWaiting();
  const allButPages = { condition: { not: { requestMode: 'navigate' } }, source: 'network' };
  // A failure of this call is ignored, because the service worker also works without static routes.
  if (event.addRoutes) event.waitUntil(event.addRoutes(allButPages).catch(() => undefined));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.resolve(self.registration.navigationPreload?.enable()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  const answer = fromServer(event);
  // This worker also answers requests for guests' pages, but without the offline page. If the worker did not answer
  // them, the browser would request a preloaded guest page twice.
  const isGuests = guestPath.test(new URL(request.url).pathname);
  event.respondWith(isGuests ? answer : answer.catch(offlinePage));
});

async function fromServer(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? fetch(event.request);
}
