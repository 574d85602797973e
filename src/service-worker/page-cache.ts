/**
 * Caches the last page of a visit, to show it when no server answers. Each page has its own cache: the HTML
 * as the server sent it, the page's assets and the last status of the visit.
 */
import type { GuestPageBoot, StatusAnswer } from '../shared/contracts/guest.ts';
import type { Language } from '../shared/languages.ts';
import type { CachedVisit } from '../shared/contracts/cached-page.ts';

/** A cached visit older than this is not shown. */
const MAX_AGE_MS = 24 * 3_600_000;

/** The prefix of cache names. A new format gets a new prefix, so that caches of the old format are removed. */
const PREFIX = 'visit-1:';

const ROOT = '<div id="root">';
const BOOT = /<script id="boot"[^>]*>([^<]*)<\/script>/;

/** Caches the status of the visit. Also caches the page if it is not cached yet or is cached in another language. */
export async function cacheVisit(
  path: string,
  language: Language,
  visit: CachedVisit['visit'],
): Promise<void> {
  if (!canBeShown(visit.status)) return removeCached(path);
  const cache = await caches.open(PREFIX + path);
  await write(cache, path, { at: Date.now(), visit });
  const page = await cache.match(path);
  const cached = page && bootOf(await page.text());
  if (cached?.language !== language) await cachePage(path, await fetch(path, { cache: 'no-cache' }));
}

/**
 * Caches a page that the server has just sent. Until all assets of the page are there, the previous page stays cached.
 * A page of ours without a visit removes the cached page. If an answer has no boot data of ours, the cache stays as it
 * is.
 */
export async function cachePage(path: string, page: Response): Promise<void> {
  if (page.redirected) return;
  const html = await page.text();
  const boot = bootOf(html);
  if (boot === null || boot.visitUnknown) return;
  const { visit } = boot;
  if (visit === undefined || !canBeShown(visit.status)) return removeCached(path);
  const cache = await caches.open(PREFIX + path);
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset);
  const assets = [...new Set(named)];
  const there = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll(assets.filter((asset) => !there.includes(asset)));
  const cached = await read(cache, path);
  // A newer status may be cached already, sent after the server rendered this page.
  if (cached === null || cached.visit.status.serverNow <= visit.status.serverNow)
    await write(cache, path, { at: Date.now(), visit });
  await cache.put(path, new Response(html, { headers: headersOf(page) }));
  const unused = there.filter((each) => each.startsWith('/assets/') && !assets.includes(each));
  await Promise.all(unused.map((asset) => cache.delete(asset)));
}

/**
 * Whether an answer has no data about the visit: it has no boot data of ours (an error, or the page of a proxy), or the
 * visit's location does not answer.
 */
export async function saysNothing(page: Response): Promise<boolean> {
  // A redirect, which the browser follows.
  if (page.type === 'opaqueredirect') return false;
  const boot = bootOf(await page.text());
  return boot === null || boot.visitUnknown === true;
}

/**
 * The cached page with the last cached visit and the time of that visit; the page's own script renders it. Null if
 * nothing is cached or the cached visit is too old.
 */
export async function cachedPage(path: string): Promise<Response | null> {
  if (!(await caches.has(PREFIX + path))) return null;
  const cache = await caches.open(PREFIX + path);
  const [page, cached] = await Promise.all([cache.match(path), read(cache, path)]);
  const html = await page?.text();
  const boot = html && bootOf(html);
  if (!page || !html || !boot || cached === null || isOld(cached)) return null;
  const { status } = cached.visit;
  // Adds the time that has passed by this device's clock. So a countdown goes on, even if the device's clock is wrong.
  const serverNow = new Date(Date.parse(status.serverNow) + Date.now() - cached.at).toISOString();
  const shown: GuestPageBoot = {
    ...boot,
    visit: { ...cached.visit, status: { ...status, serverNow } },
    asOf: status.serverNow,
  };
  const json = JSON.stringify(shown).replaceAll('<', '\\u003c');
  const before = html.slice(0, html.indexOf(ROOT) + ROOT.length);
  const after = html.slice(html.search(BOOT));
  const body = `${before}</div>${after.replace(BOOT, (script, old: string) => script.replace(old, () => json))}`;
  return new Response(body, { headers: page.headers });
}

/** Removes the visit of this page. */
export async function removeCached(path: string): Promise<void> {
  await caches.delete(PREFIX + path);
}

/** Removes cached pages that are too old. Returns whether any cached page is left. */
export async function sweep(): Promise<boolean> {
  const names = await caches.keys();
  const left = await Promise.all(
    names.map(async (name) => {
      const cached = name.startsWith(PREFIX)
        ? await read(await caches.open(name), name.slice(PREFIX.length))
        : null;
      if (cached !== null && !isOld(cached)) return true;
      await caches.delete(name);
      return false;
    }),
  );
  return left.includes(true);
}

/** Only a waiting visit, or an admitted one whose hold has not ended, can be shown. */
function canBeShown({ status, removed, holdExpired }: StatusAnswer): boolean {
  return !removed && (status === 'waiting' || (status === 'admitted' && holdExpired !== true));
}

/** The age is negative if the device's clock was set back; such a visit counts as old. */
function isOld({ at }: CachedVisit): boolean {
  const ageMs = Date.now() - at;
  return ageMs < 0 || ageMs > MAX_AGE_MS;
}

/** The boot data of the page. The server wrote the data, so its shape is not checked again. */
function bootOf(html: string): GuestPageBoot | null {
  const json = BOOT.exec(html)?.[1];
  return json ? JSON.parse(json) : null;
}

/** The page's security headers and type. Its length is left out, because the shown page has another length. */
function headersOf(page: Response): Headers {
  const headers = new Headers();
  for (const name of ['Content-Type', 'Content-Security-Policy', 'Referrer-Policy', 'Permissions-Policy']) {
    const value = page.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

async function read(cache: Cache, path: string): Promise<CachedVisit | null> {
  const cached = await cache.match(visitUrl(path));
  return cached ? cached.json() : null;
}

function write(cache: Cache, path: string, cached: CachedVisit): Promise<void> {
  return cache.put(visitUrl(path), Response.json(cached));
}

/** The cache key of the visit. No page of ours has such an address. */
function visitUrl(path: string): string {
  return `${path}?told`;
}
