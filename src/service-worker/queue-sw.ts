/**
 * The service worker of the guest's page, `/queue-sw.js`: shows the reminder, and the cached visit where no server
 * answers. It is registered only while the browser has a visit. Built as one file without imports, and without
 * libraries.
 */
import type { PageMessage } from '../shared/contracts/cached-page.ts';
import type { PushPayload } from '../shared/contracts/reminder.ts';
import { removeCached, saysNothing, cachePage, cacheVisit, cachedPage, sweep } from './page-cache.ts';

declare const self: ServiceWorkerGlobalScope;

/** After this time the cached page is shown; the server's page is cached when it comes later. */
const PAGE_WITHIN_MS = 4_000;

/** Writes to the cache are queued, in the order of the messages. */
let last: Promise<unknown> = Promise.resolve();

function inTurn(work: () => Promise<void>): Promise<void> {
  const done = last.then(work);
  // Without a network, or without room, things stay as they are.
  const settled = done.catch(() => undefined);
  last = settled;
  return settled;
}

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), sweep()]));
});

self.addEventListener('message', (event) => {
  const message: PageMessage = event.data;
  event.waitUntil(inTurn(() => onMessage(message)));
});

async function onMessage(message: PageMessage): Promise<void> {
  if (message.kind === 'visit') return cacheVisit(message.path, message.language, message.visit);
  await removeCached(message.path);
  // With its last visit this worker unregisters, and with it the browser's subscription to reminders.
  if (!(await sweep())) await self.registration.unregister();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    // A form may end the visit. The page that follows it tells.
    if (request.method !== 'GET') event.waitUntil(inTurn(() => removeCached(url.pathname)));
    else if (url.search === '') event.respondWith(page(event, url.pathname));
    else event.respondWith(fromServer(event));
  } else if (request.method === 'GET' && url.pathname.startsWith('/assets/')) {
    event.respondWith(asset(request));
  }
});

/**
 * Answers with the server's page. The cached page replaces an answer that does not come in time or says nothing about
 * the visit.
 */
async function page(event: FetchEvent, path: string): Promise<Response> {
  const answer = fromServer(event);
  const late = noAnswer();
  const cached = cachedPage(path).catch(() => null);
  event.waitUntil(
    answer.then(
      (response) => {
        const copy = response.clone();
        return inTurn(async () => {
          await cachePage(path, copy);
          // Cached visits that were never opened again are removed, too.
          await sweep();
        });
      },
      () => undefined,
    ),
  );
  // Read while the server answers, so that a page without a cache waits no longer.
  const old = await cached;
  if (old === null) return answer;
  const usable = answer.then(async (response) => ((await saysNothing(response.clone())) ? null : response));
  return (await Promise.race([usable.catch(() => null), late])) ?? old;
}

async function fromServer(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? fetch(event.request);
}

function noAnswer(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), PAGE_WITHIN_MS);
  });
}

/** An asset's name contains its hash: a cached one is the one that the page means. */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

self.addEventListener('push', (event) => {
  const payload: PushPayload | undefined = event.data?.json();
  if (payload === undefined) return;
  const { title, body, path, language, direction } = payload;
  // `renotify` is not in TypeScript's library yet.
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    // One notification for each page: a second call replaces the first one, and sounds again.
    tag: path,
    renotify: true,
    requireInteraction: true,
    lang: language,
    dir: direction,
    data: path,
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = String(event.notification.data);
  event.waitUntil(show(path));
});

/** Focuses the open page, or opens a new one. */
async function show(path: string): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}
