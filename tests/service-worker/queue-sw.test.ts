/**
 * The service worker of the guest's page: the requests that it answers, its answers, and the caches that it deletes.
 * The browser is a fake.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GuestPageBoot } from '../../src/shared/contracts/guest.ts';
import type { PageMessage } from '../../src/shared/contracts/cached-page.ts';
import { ask, PlayedCaches, type PlayedServer } from './played-caches.ts';

const origin = 'https://queue.example.com';
const path = '/queue/blue-door';
const DAY_MS = 24 * 3_600_000;
const start = Date.parse('2026-11-21T10:00:00.000Z');

type Visit = NonNullable<GuestPageBoot['visit']>;
/** An event with the parts that the service worker uses. */
type Played = {
  waitUntil: (work: Promise<unknown>) => void;
  respondWith?: (answer: Promise<Response>) => void;
  request?: { url: string; method: string; mode: string };
  preloadResponse?: Promise<Response | undefined>;
  data?: unknown;
};

let server: PlayedServer;
let storage: PlayedCaches;
let listeners: Map<string, (event: Played) => void>;
let unregistered: number;

beforeEach(async () => {
  vi.useFakeTimers({ now: start });
  server = new Map();
  storage = new PlayedCaches(server);
  listeners = new Map();
  unregistered = 0;
  vi.stubGlobal('caches', storage);
  vi.stubGlobal('fetch', (asked: string | { url: string }) => ask(server, asked));
  vi.stubGlobal('self', {
    location: new URL(origin),
    addEventListener: (kind: string, listener: (event: Played) => void) => listeners.set(kind, listener),
    registration: {
      unregister: async () => {
        unregistered += 1;
      },
    },
  });
  vi.resetModules();
  await import('../../src/service-worker/queue-sw.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A visit at this position. The status has the present time as the server's time. */
function aVisit(position: number, about: Partial<Visit['status']> = {}): Visit {
  const status: Visit['status'] = {
    customer: {
      id: 'v',
      firstName: 'Mara',
      lastName: 'Lindqvist',
      numGuests: 1,
      waitingPreference: 'on_premises',
      address: '14 Kemang Raya',
      status: 'waiting',
      joinedAt: new Date(start).toISOString(),
    },
    removed: false,
    status: 'waiting',
    message: '',
    admitted: false,
    position,
    ahead: position - 1,
    estimatedWaitMinutes: 5,
    estimate: { low: 3, high: 8, method: 'fixed' },
    address: '14 Kemang Raya',
    businessName: 'Blue Door </script>',
    holdMs: 300_000,
    serverNow: new Date().toISOString(),
    ...about,
  };
  return { queueToken: 'token', status };
}

/** The guest's page in this build. 'unknown': the location did not answer the server. */
function aPage(build: number, visit?: Visit | 'unknown', language = 'en'): Response {
  const about = visit === 'unknown' ? { visitUnknown: true } : visit && { visit };
  const boot = JSON.stringify({ path, language, ...about }).replaceAll('<', '\\u003c');
  const asset = `/assets/queue-${build}.js`;
  const html = `<html><body><div id="root"><main>#1</main></div>\n<script id="boot" type="application/json">${boot}</script><link rel="modulepreload" href="${asset}"><script src="${asset}"></script></body></html>`;
  return new Response(html, { headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': 'ours' } });
}

function deploy(build: number, visit?: Visit): void {
  for (const each of server.keys()) if (each.startsWith('/assets/')) server.delete(each);
  server.set(`/assets/queue-${build}.js`, () => new Response(`build ${build}`));
  server.set(path, () => aPage(build, visit));
}

/** Sends an event to the service worker, and waits for the work that the event starts. */
async function hear(kind: string, event: Omit<Played, 'waitUntil'>): Promise<void> {
  const works: Promise<unknown>[] = [];
  listeners.get(kind)?.({ ...event, waitUntil: (work) => works.push(work) });
  await Promise.all(works);
}

function tell(message: PageMessage): Promise<void> {
  return hear('message', { data: message });
}

function told(position: number, about?: Partial<Visit['status']>): Promise<void> {
  return tell({ kind: 'visit', path, language: 'en', visit: aVisit(position, about) });
}

/** Loads an address as a browser does. `answer` is null if the service worker does not handle the request. */
async function load(
  address: string,
  { method = 'GET', mode = 'navigate', preload }: { method?: string; mode?: string; preload?: Response } = {},
): Promise<{ answer: Promise<Response> | null; work: Promise<unknown> }> {
  let answer: Promise<Response> | null = null;
  const works: Promise<unknown>[] = [];
  listeners.get('fetch')?.({
    request: { url: origin + address, method, mode },
    preloadResponse: Promise.resolve(preload),
    respondWith: (response) => {
      answer = response;
    },
    waitUntil: (work) => works.push(work),
  });
  return { answer, work: Promise.all(works) };
}

async function bootOf(response: Response | null | undefined): Promise<GuestPageBoot> {
  const html = (await response?.text()) ?? '';
  return JSON.parse(/<script id="boot"[^>]*>([^<]*)</.exec(html)?.[1] ?? '');
}

function kept(): string[] {
  return [...storage.all.values()].flatMap((cache) => cache.paths());
}

const gone = (): Error => new TypeError('no server');

test('without a server the last known place is shown, with its time', async () => {
  deploy(1, aVisit(3));
  await told(3);
  vi.setSystemTime(start + 60_000);
  await told(2);
  server.set(path, gone);
  vi.setSystemTime(start + 120_000);
  const { answer } = await load(path);
  const response = await answer;
  const html = (await response?.clone().text()) ?? '';
  // The root is empty, because the guest's place has changed since the server rendered the cached page. The page's
  // script renders the new place.
  expect(html).toContain('<div id="root"></div>');
  expect(html).not.toContain('<main>');
  expect(response?.headers.get('Content-Security-Policy')).toBe('ours');
  const boot = await bootOf(response);
  expect([
    boot.asOf,
    boot.visit?.status.position,
    boot.visit?.status.serverNow,
    boot.visit?.status.businessName,
  ]).toEqual([
    new Date(start + 60_000).toISOString(),
    2,
    new Date(start + 120_000).toISOString(),
    'Blue Door </script>',
  ]);
  server.set('/assets/queue-1.js', gone);
  const asset = await load('/assets/queue-1.js', { mode: 'cors' });
  expect(await (await asset.answer)?.text()).toBe('build 1');
});

test('a guest without a visit gets only the server’s answers, and nothing is cached', async () => {
  deploy(1);
  const { answer, work } = await load(path);
  expect(await bootOf(await answer)).toEqual({ path, language: 'en' });
  await work;
  expect(kept()).toEqual([]);
  server.set(path, gone);
  await expect((await load(path)).answer).rejects.toThrow('no server');
});

test('while the server answers no cached page is shown', async () => {
  deploy(1, aVisit(3));
  await told(3);
  deploy(1, aVisit(1));
  const { answer, work } = await load(path);
  const boot = await bootOf(await answer);
  expect([boot.asOf, boot.visit?.status.position]).toEqual([undefined, 1]);
  await work;
});

test('the page that the browser asked for before the worker was awake counts as the server’s', async () => {
  deploy(1, aVisit(3));
  await told(3);
  server.set(path, gone);
  const { answer } = await load(path, { preload: aPage(1, aVisit(1)) });
  expect((await bootOf(await answer)).visit?.status.position).toBe(1);
});

test('a server that takes longer than four seconds is not waited for, and kept when it comes', async () => {
  deploy(1, aVisit(3));
  await told(3);
  const late = Promise.withResolvers<Response>();
  server.set(path, () => late.promise);
  const { answer, work } = await load(path);
  const shown = vi.fn<(response: Response) => void>();
  void answer?.then(shown);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(shown).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await bootOf(shown.mock.calls[0]?.[0])).visit?.status.position).toBe(3);
  late.resolve(aPage(1, aVisit(2)));
  await work;
  server.set(path, gone);
  expect((await bootOf(await (await load(path)).answer)).visit?.status.position).toBe(2);
});

// 503 comes from a failing server, 403 and 404 from a proxy, and 200 from the log-in page of a Wi-Fi.
test.each([503, 403, 404, 200])(
  'an answer %i without our data is replaced by a cached place if there is one',
  async (status) => {
    const foreign = () => new Response('<h1>Not ours</h1>', { status });
    server.set(path, foreign);
    expect((await (await load(path)).answer)?.status).toBe(status);
    deploy(1, aVisit(3));
    await told(3);
    server.set(path, foreign);
    const { answer, work } = await load(path);
    expect((await bootOf(await answer)).visit?.status.position).toBe(3);
    await work;
    server.set(path, gone);
    expect((await bootOf(await (await load(path)).answer)).visit?.status.position).toBe(3);
  },
);

test('our own page for a deleted business replaces the cached page, which is deleted', async () => {
  deploy(1, aVisit(3));
  await told(3);
  server.set(path, () => new Response(aPage(1).body, { status: 404 }));
  const { answer, work } = await load(path);
  expect((await answer)?.status).toBe(404);
  await work;
  expect(kept()).toEqual([]);
});

test('a page whose location is down is replaced by a cached place if there is one', async () => {
  deploy(1);
  server.set(path, () => aPage(1, 'unknown'));
  expect(await bootOf(await (await load(path)).answer)).toMatchObject({ visitUnknown: true });
  deploy(1, aVisit(3));
  await told(3);
  server.set(path, () => aPage(1, 'unknown'));
  const { answer, work } = await load(path);
  const boot = await bootOf(await answer);
  expect([boot.visitUnknown, boot.visit?.status.position, boot.asOf]).toEqual([
    undefined,
    3,
    new Date(start).toISOString(),
  ]);
  // The update in the background gets a page without the visit. This page does not replace the cached page.
  await work;
  expect((await bootOf(await (await load(path)).answer)).visit?.status.position).toBe(3);
  server.set(path, () => aPage(1, aVisit(1)));
  expect((await bootOf(await (await load(path)).answer)).visit?.status.position).toBe(1);
});

test('a page that begins within four seconds and does not end is not waited for', async () => {
  deploy(1, aVisit(3));
  await told(3);
  server.set(
    path,
    () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) })),
  );
  const { answer } = await load(path);
  const shown = vi.fn<(response: Response) => void>();
  void answer?.then(shown);
  await vi.advanceTimersByTimeAsync(4_000);
  expect((await bootOf(shown.mock.calls[0]?.[0])).visit?.status.position).toBe(3);
});

test('a new deploy is kept whole or not at all', async () => {
  deploy(1, aVisit(3));
  await told(3);
  // The server has the page of the new build, but not its script.
  deploy(2, aVisit(2));
  server.delete('/assets/queue-2.js');
  await (
    await load(path)
  ).work;
  expect(kept()).toEqual(['/assets/queue-1.js', path, `${path}?told`]);
  server.set(path, gone);
  expect(await (await (await load(path)).answer)?.text()).toContain('/assets/queue-1.js');
  deploy(2, aVisit(2));
  await (
    await load(path)
  ).work;
  expect(kept()).toEqual(['/assets/queue-2.js', path, `${path}?told`]);
});

test('a page that was on its way while a newer place was told does not bring the older one back', async () => {
  deploy(1, aVisit(3));
  vi.setSystemTime(start + 1_000);
  await told(2);
  server.set(path, gone);
  expect((await bootOf(await (await load(path)).answer)).visit?.status.position).toBe(2);
});

test('in another language the page is kept anew', async () => {
  deploy(1, aVisit(3));
  await told(3);
  server.set(path, () => aPage(1, aVisit(3), 'ar'));
  await tell({ kind: 'visit', path, language: 'ar', visit: aVisit(3) });
  server.set(path, gone);
  expect((await bootOf(await (await load(path)).answer)).language).toBe('ar');
});

test.for([DAY_MS + 1, -1])('a page that is %i ms old is not shown', async (laterMs) => {
  deploy(1, aVisit(3));
  await told(3);
  server.set(path, gone);
  vi.setSystemTime(start + laterMs);
  await expect((await load(path)).answer).rejects.toThrow('no server');
  await tell({ kind: 'over', path: '/queue/another' });
  expect([kept(), unregistered]).toEqual([[], 1]);
});

test('after a day less a moment it is still shown', async () => {
  deploy(1, aVisit(3));
  await told(3);
  server.set(path, gone);
  vi.setSystemTime(start + DAY_MS);
  expect((await bootOf(await (await load(path)).answer)).visit?.status.position).toBe(3);
});

test('the end of the last visit deletes all caches and the worker; the end of one of two only its own', async () => {
  deploy(1, aVisit(3));
  await told(3);
  const other = '/queue/red-door';
  server.set(other, () => aPage(1, aVisit(5)));
  await tell({ kind: 'visit', path: other, language: 'en', visit: aVisit(5) });
  await tell({ kind: 'over', path });
  expect([kept(), unregistered]).toEqual([['/assets/queue-1.js', other, `${other}?told`], 0]);
  await tell({ kind: 'over', path: other });
  expect([kept(), unregistered]).toEqual([[], 1]);
});

test.for([
  { status: 'removed', removed: true },
  { status: 'left', removed: true },
  { status: 'arrived', admitted: true },
  { status: 'no_show', admitted: true },
  { status: 'admitted', admitted: true, holdExpired: true },
] as const)('nothing is kept of a visit that is over: $status', async (over) => {
  deploy(1, aVisit(3));
  await told(3);
  await told(0, over);
  expect(kept()).toEqual([]);
});

test('a page that shows no visit any more has it removed', async () => {
  deploy(1, aVisit(3));
  await told(3);
  deploy(1);
  await (
    await load(path)
  ).work;
  expect(kept()).toEqual([]);
});

/** A redirect as a service worker gets it: without its content. The browser follows the redirect. */
class Redirect extends Response {
  override get type(): ResponseType {
    return 'opaqueredirect';
  }
  override clone(): Redirect {
    return new Redirect();
  }
}

test.for([
  ['our redirect', () => new Redirect()],
  ['our page', () => aPage(1, aVisit(3))],
] as const)('a form that may have ended the visit has it removed, once %s answers', async ([, response]) => {
  deploy(1, aVisit(3));
  await told(3);
  const late = Promise.withResolvers<Response>();
  server.set(path, () => late.promise);
  const { answer, work } = await load(path, { method: 'POST' });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(kept()).toContain(path);
  late.resolve(response());
  await Promise.all([answer, work]);
  expect(kept()).toEqual([]);
});

// 429 is our own refusal. 503 comes from a failing server, 403 from a proxy, and 200 from the log-in page of a Wi-Fi.
test.for([429, 503, 403, 200])(
  'an answer %i without our data to a form is shown, and the cached place stays',
  async (status) => {
    deploy(1, aVisit(3));
    await told(3);
    server.set(path, () => new Response('Not ours', { status }));
    const { answer, work } = await load(path, { method: 'POST' });
    expect((await answer)?.status).toBe(status);
    await work;
    server.set(path, gone);
    expect((await bootOf(await (await load(path)).answer)).visit?.status.position).toBe(3);
  },
);

test('a form without an answer leaves the cached place', async () => {
  deploy(1, aVisit(3));
  await told(3);
  server.set(path, gone);
  const { answer, work } = await load(path, { method: 'POST' });
  await expect(answer).rejects.toThrow('no server');
  await work;
  expect((await bootOf(await (await load(path)).answer)).visit?.status.position).toBe(3);
});

test('an address with a query goes to the server, and other requests to the browser', async () => {
  deploy(1, aVisit(3));
  await told(3);
  server.set(`${path}?v=code`, () => new Response('from the server'));
  expect(await (await (await load(`${path}?v=code`)).answer)?.text()).toBe('from the server');
  expect((await load('/auth/me', { mode: 'cors' })).answer).toBeNull();
  expect((await load('/icon.svg', { mode: 'no-cors' })).answer).toBeNull();
});
