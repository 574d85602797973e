/**
 * The service worker of the public pages and of owners, `/site-sw.js`: where no server can be reached it shows a page of ours
 * in place of the browser's. It keeps nothing and answers nothing else. A file of its own without imports once it is built.
 */
import { offlinePage } from './offline-page.ts';

declare const self: ServiceWorkerGlobalScope;

/** Guests have a service worker of their own, which caches their visit. */
const guestPath = /^\/queue(\/|$)/;

/** Chromium only so far: all requests but pages bypass this worker. Not in TypeScript's library yet. */
type Installing = ExtendableEvent & { addRoutes?: (rules: object) => Promise<void> };

self.addEventListener('install', (event: Installing) => {
  void self.skipWaiting();
  const allButPages = { condition: { not: { requestMode: 'navigate' } }, source: 'network' };
  // A browser without these rules does without them.
  if (event.addRoutes) event.waitUntil(event.addRoutes(allButPages).catch(() => undefined));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.resolve(self.registration.navigationPreload?.enable()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  const answer = fromServer(event);
  // Guests' pages are answered as well, without the offline page: left to the browser, a preloaded page would be
  // requested twice.
  const isGuests = guestPath.test(new URL(request.url).pathname);
  event.respondWith(isGuests ? answer : answer.catch(offlinePage));
});

async function fromServer(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? fetch(event.request);
}
