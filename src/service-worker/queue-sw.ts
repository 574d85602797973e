/**
 * The service worker of the guest's page, `/queue-sw.js`. The worker shows notifications, and shows the cached page
 * when the server does not answer. The page registers this worker when the browser has a visit, and the worker
 * unregisters after the last visit. The build makes one file without imports.
 */
import type { PageMessage } from '../shared/contracts/cached-page.ts';
import type { PushPayload } from '../shared/contracts/reminder.ts';
import { removeCached, saysNothing, cachePage, cacheVisit, cachedPage, sweep } from './page-cache.ts';

declare const self: ServiceWorkerGlobalScope;

/** The time limit for the server's answer. After this time the cached page is shown. A later answer is still cached. */
const PAGE_WITHIN_MS = 4_000;

/** The newest of the cache writes. The changes run one after another, in the order in which the messages arrived. */
let last: Promise<unknown> = Promise.resolve();

function inTurn(work: () => Promise<void>): Promise<void> {
  const done = last.then(work);
  // Without a network or without storage space a write may fail. In this case the cache is not changed.
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
  // After the last visit has ended, this worker unregisters. Unregistering also ends the browser's push subscription.
  if (!(await sweep())) await self.registration.unregister();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (request.method !== 'GET') event.respondWith(submitted(event, url.pathname));
    else if (url.search === '') event.respondWith(page(event, url.pathname));
    else event.respondWith(fromServer(event));
  } else if (request.method === 'GET' && url.pathname.startsWith('/assets/')) {
    event.respondWith(asset(request));
  }
});

/**
 * Normally the answer is the server's page. The answer is the cached page if the server's answer is late, fails, or has
 * no data about the visit.
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
          // Also removes old cached visits of other pages, because nobody may ever open these pages again.
          await sweep();
        });
      },
      () => undefined,
    ),
  );
  // The cache is read while the server answers, so that the read delays no page.
  const old = await cached;
  if (old === null) return answer;
  const usable = answer.then(async (response) => ((await saysNothing(response.clone())) ? null : response));
  return (await Promise.race([usable.catch(() => null), late])) ?? old;
}

/**
 * Sends a form and returns the server's answer. The form may have ended the visit. If the server's answer has data
 * about the visit, the cached page is therefore removed. The next page that the server sends is cached again. If the
 * request fails, or the answer has no data about the visit, the cached page is kept.
 */
async function submitted(event: FetchEvent, path: string): Promise<Response> {
  const answer = fromServer(event);
  event.waitUntil(
    answer.then(
      (response) => {
        const copy = response.clone();
        return inTurn(async () => {
          if (!(await saysNothing(copy))) await removeCached(path);
        });
      },
      () => undefined,
    ),
  );
  return answer;
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

/**
 * Answers with the cached asset if there is one. The name of an asset contains a hash of its content, so a cached asset
 * is never out of date.
 */
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
    // With `tag` each page has at most one notification. With `renotify` the notification of a second call replaces the
    // first, and the device alerts the guest again.
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

/** Focuses the page if it is open in a window; otherwise opens the page. */
async function show(path: string): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}
