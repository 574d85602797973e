/**
 * The service worker of public pages and owner pages, `/site-sw.js`: shows our offline page when no server can be
 * reached. It caches nothing. Built as one file without imports.
 */
import { offlinePage } from './offline-page.ts';

declare const self: ServiceWorkerGlobalScope;

/** Pages of guests have their own service worker, which caches the visit. */
const guestPath = /^\/queue(\/|$)/;

/**
 * Static routing: all requests except pages bypass this worker. Only Chromium supports static routing so far, and
 * TypeScript's library does not declare it yet.
 */
type Installing = ExtendableEvent & { addRoutes?: (rules: object) => Promise<void> };

self.addEventListener('install', (event: Installing) => {
  void self.skipWaiting();
  const allButPages = { condition: { not: { requestMode: 'navigate' } }, source: 'network' };
  // Without these routes the worker still works: a failure is ignored.
  if (event.addRoutes) event.waitUntil(event.addRoutes(allButPages).catch(() => undefined));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.resolve(self.registration.navigationPreload?.enable()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  const answer = fromServer(event);
  // Guest pages are answered here too, but without the offline page. If this worker did not answer page requests, a
  // preloaded page would be requested twice.
  const isGuests = guestPath.test(new URL(request.url).pathname);
  event.respondWith(isGuests ? answer : answer.catch(offlinePage));
});

async function fromServer(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? fetch(event.request);
}
