/**
 * Caches the last page of a visit. The page is shown when the server does not answer. Each page has a cache of its own.
 * It contains the HTML as the server sent it, the assets of the page, and the last known status of the visit.
 */
import type { GuestPageBoot, StatusAnswer } from '../shared/contracts/guest.ts';
import type { Language } from '../shared/languages.ts';
import type { CachedVisit } from '../shared/contracts/cached-page.ts';

/** The maximum age of a cached visit. An older visit is not shown. */
const MAX_AGE_MS = 24 * 3_600_000;

/** The prefix of cache names. A new format gets a new prefix, so that caches of the old format are removed. */
const PREFIX = 'visit-1:';

const ROOT = '<div id="root">';
const BOOT = /<script id="boot"[^>]*>([^<]*)<\/script>/;

/**
 * Caches the status of the visit. Also caches the page if the page is not cached yet, or is cached in another language.
 */
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
 * Caches a page that the server has just sent. The previous page stays cached until all assets of the new page are
 * cached. If the new page has our boot data but no visit, the cached page is removed. If the new page has no boot data,
 * or the visit is unknown at the moment, the cache is not changed.
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
  // A newer status may already be cached, because the server may have sent a status after this page.
  if (cached === null || cached.visit.status.serverNow <= visit.status.serverNow)
    await write(cache, path, { at: Date.now(), visit });
  await cache.put(path, new Response(html, { headers: headersOf(page) }));
  const unused = there.filter((each) => each.startsWith('/assets/') && !assets.includes(each));
  await Promise.all(unused.map((asset) => cache.delete(asset)));
}

/**
 * Whether an answer has no data about the visit. Such an answer is an error, a page of a proxy, or a page of ours that
 * the server made while the visit's location did not answer.
 */
export async function saysNothing(page: Response): Promise<boolean> {
  // The answer is a redirect. The browser follows the redirect.
  if (page.type === 'opaqueredirect') return false;
  const boot = bootOf(await page.text());
  return boot === null || boot.visitUnknown === true;
}

/**
 * The cached page. Its boot data gets the last cached status of the visit and the time of this status. The page's
 * script renders the page. Null if nothing is cached, or if the cached visit is too old.
 */
export async function cachedPage(path: string): Promise<Response | null> {
  if (!(await caches.has(PREFIX + path))) return null;
  const cache = await caches.open(PREFIX + path);
  const [page, cached] = await Promise.all([cache.match(path), read(cache, path)]);
  const html = await page?.text();
  const boot = html && bootOf(html);
  if (!page || !html || !boot || cached === null || isOld(cached)) return null;
  const { status } = cached.visit;
  // Only the time since the caching is taken from this device's clock, so a countdown continues correctly even if the
  // clock is wrong.
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

/** Removes the cached page and visit at this path. */
export async function removeCached(path: string): Promise<void> {
  await caches.delete(PREFIX + path);
}

/** Removes cached pages that are too old. Returns whether a cached page remains. */
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

/** Only a waiting visit, or an admitted visit whose hold has not ended, can be shown. */
function canBeShown({ status, removed, holdExpired }: StatusAnswer): boolean {
  return !removed && (status === 'waiting' || (status === 'admitted' && holdExpired !== true));
}

/** The age is negative if the device's clock was set back; then the cached visit is treated as too old. */
function isOld({ at }: CachedVisit): boolean {
  const ageMs = Date.now() - at;
  return ageMs < 0 || ageMs > MAX_AGE_MS;
}

/** The boot data of the page. The server wrote the boot data, so the shape is not checked again. */
function bootOf(html: string): GuestPageBoot | null {
  const json = BOOT.exec(html)?.[1];
  return json ? JSON.parse(json) : null;
}

/**
 * The page's security headers and content type. `Content-Length` is missing, because the page will have another length
 * when it is shown.
 */
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

/** The cache key of the visit's status. No page of the product has this address. */
function visitUrl(path: string): string {
  return `${path}?told`;
}
