/** Routes of pages and files: guest pages, public pages, the app's shell, and 404 pages. */
import { Hono, type Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { guestCatalogues } from '../shared/copy/guest-catalogues.ts';
import type { GuestPageBoot } from '../shared/contracts/guest.ts';
import { findMember } from './identity/sessions.ts';
import { LANGUAGE_PARAMETER, languageOfTag } from '../shared/languages.ts';
import { isOwnersPath, languageOfPath, OWNER_LANGUAGE_COOKIE } from '../shared/owner-languages.ts';
import { LEFT_PARAMETER, LOCATION_PARAMETER, NUMBER_PARAMETER } from '../shared/typing/page-parameters.ts';
import { isOver } from '../shared/visit-values.ts';
import { isServerRenderedPath, isFormPath } from '../shared/site/site-pages.ts';
import { cleanUsername } from '../shared/typing/typed-text.ts';
import { isUsernameRestingNear } from './identity/usernames.ts';
import { presentedToken } from './identity/require-staff.ts';
import { refusePage } from './http/answers.ts';
import { saveOwnerLanguage } from './http/owner-language.ts';
import type { AppContext } from './http/context.ts';
import { isUnavailable } from './db/errors.ts';
import { log, reasonOf } from './platform/log.ts';
import { executeByGuest } from './features/guest/guest-commands.ts';
import {
  LINK_PARAMETER,
  loadAddresses,
  loadVisit,
  locationByToken,
  openVisitLink,
} from './location/stubs.ts';
import { limitReads } from './features/guest/limit-reads.ts';
import { visitorOf } from './features/guest/visitor.ts';
import { clearVisitCookie, setVisitCookie, visitCookieName } from './features/guest/visit-cookie.ts';
import { withinShield } from './http/flood-shield.ts';
import { partOf } from './features/site/byte-range.ts';
import { formPage } from './features/site/form-page.ts';
import { hasAdminArea } from './features/admin/has-admin-area.ts';
import { guestPage, shellPage } from './features/guest/guest-page.ts';
import { INSTEAD_PARAMETER, askBeforeOtherVisit } from './features/guest/other-visit.ts';
import { saveChosenLanguage, pageLanguage } from './pages/page-language.ts';
import { reminderOffer } from './features/guest/reminder-offer.ts';
import { sitePage } from './features/site/site-page.ts';

/** Paths of client-rendered pages (`entries/router.tsx`). */
const shellPaths: ReadonlySet<string> = new Set([
  '/device',
  '/invitation',
  '/not-me',
  '/reset',
  '/verify',
  '/business/dashboard',
  '/business/stand',
  '/business/settings',
  '/business/account',
  '/business/locations',
  '/business/team',
  '/business/activity',
  '/payments',
  '/plan-change',
  '/payment-success',
]);

const ADMIN_PATH = '/admin';

/** Paths of pages that send no referrer, because the page's URL contains a secret. */
const secretPaths: ReadonlySet<string> = new Set(['/invitation', '/not-me', '/reset', '/verify']);

/** Video files: their players send range requests, which the platform's assets do not support. */
const filmPath = /\.(mp4|webm)$/;

/** HTML templates of the build. The Worker completes a template before it serves the page. */
const templates: ReadonlySet<string> = new Set(['/index.html', '/queue.html', '/site.html']);

const limited = limitReads(tooMany);

export const pages = new Hono<AppContext>()

  .get('/queue', limited, async (c) => {
    const boot: GuestPageBoot = { path: '/queue', language: pageLanguage(c) };
    const chosen = saveChosenLanguage(c);
    if (chosen !== null) return chosen;
    // In a browser without scripts, the form sends `username` as a parameter of the URL.
    const asked = c.req.query('username');
    const { origin } = c.var.config;
    const left = c.req.query(LEFT_PARAMETER);
    if (asked === undefined && left !== undefined) {
      const found = await unlessAway(c, loadAddresses(c.env, left, boot.language, visitorOf(c)));
      if (isTooMany(found)) return tooMany(c);
      const at = c.req.query(LOCATION_PARAMETER);
      const place = found?.ok === true && found.addresses.find(({ locationId }) => locationId === at);
      if (place) {
        const path = `/queue/${encodeURIComponent(found.username)}?${LOCATION_PARAMETER}=${place.locationId}`;
        boot.left = { businessName: place.businessName, path };
      }
      return noIndex(await guestPage(c.env, c.req.raw, boot, 200));
    }
    if (asked === undefined) return guestPage(c.env, c.req.raw, boot, 200, { sharedAt: origin });
    const username = cleanUsername(asked);
    const say = guestCatalogues[boot.language].lookup;
    const found =
      username === ''
        ? null
        : await unlessAway(c, loadAddresses(c.env, username, boot.language, visitorOf(c)));
    if (isTooMany(found)) return tooMany(c);
    const error = found === null ? say.usernameRequired : found?.ok === false ? say.usernameUnknown : null;
    if (error === null) return c.redirect(`/queue/${encodeURIComponent(username)}`, 303);
    return guestPage(c.env, c.req.raw, { ...boot, lookup: { username, error } }, 200, { sharedAt: origin });
  })

  .get('/queue/', (c) => c.redirect('/queue', 308))

  .get('/queue/:username/', (c) => c.redirect(guestPath(c, c.req.param('username')), 308))

  // The route of the link in a text: sets the visit's cookie and removes the code from the URL. An invalid code is
  // ignored. If the browser already shows another visit, the guest is first asked whether to open the visit of the
  // link.
  .get('/queue/:username', limited, async (c, next) => {
    const code = c.req.query(LINK_PARAMETER);
    if (code === undefined) return next();
    const asked = c.req.param('username');
    if (!(await withinShield(c.env, c.var.config, c.req.raw, asked))) return tooMany(c);
    const token = getCookie(c, visitCookieName(c.var.config.origin));
    const [opened, own] = await Promise.all([
      unlessAway(c, openVisitLink(c.env, asked, code, visitorOf(c))),
      token === undefined ? null : unlessAway(c, loadVisit(c.env, asked, token)),
    ]);
    if (!opened) {
      await next();
      return noReferrer(c.res);
    }
    const page = new URL(c.req.url);
    const path = `/queue/${encodeURIComponent(opened.username)}`;
    // If the path contains another spelling of the username, the browser does not send the visit's cookie, so the
    // Worker does not know the browser's visit here.
    if (page.pathname !== path) return noReferrer(c.redirect(path + page.search, 302));
    const kept = await askBeforeOtherVisit(c, own, opened.status);
    if (kept !== null) return noIndex(noReferrer(kept));
    page.searchParams.delete(LINK_PARAMETER);
    page.searchParams.delete(INSTEAD_PARAMETER);
    const response = noReferrer(c.redirect(path + page.search, 302));
    // The browser in which the guest joined keeps its own token, because the token of a link shows only a masked visit.
    const isOwn = own?.customer.id === opened.status.customer.id;
    const { origin } = c.var.config;
    setVisitCookie(response.headers, origin, opened.username, (isOwn && token) || opened.queueToken);
    return response;
  })

  .get('/queue/:username', async (c) => {
    const chosen = saveChosenLanguage(c);
    if (chosen !== null) {
      await changeVisitLanguage(c, c.req.param('username'));
      return chosen;
    }
    const language = pageLanguage(c);
    const asked = c.req.param('username');
    const token = getCookie(c, visitCookieName(c.var.config.origin));
    const [found, status] = await Promise.all([
      unlessAway(c, loadAddresses(c.env, asked, language, visitorOf(c))),
      token === undefined ? null : unlessAway(c, loadVisit(c.env, asked, token)),
    ]);
    // `path` must be the path in the address bar, because the page compares `path` with the browser's location.
    const { pathname } = new URL(c.req.url);
    if (isTooMany(found)) return tooMany(c);
    if (found?.ok === false) {
      const isClosed = await unlessAway(c, isUsernameRestingNear(c.env, c.var.config.phoneHashKey, asked));
      const unknownBusiness = isClosed === true ? 'closed' : true;
      return noIndex(await guestPage(c.env, c.req.raw, { path: pathname, language, unknownBusiness }, 404));
    }
    const business = found && { username: found.username, addresses: found.addresses };
    // The visit's cookie is bound to a case-sensitive path, so a path with another spelling is redirected.
    if (business && business.username !== asked) return c.redirect(guestPath(c, business.username), 302);

    const boot: GuestPageBoot = { path: pathname, language, ...reminderOffer(c) };
    if (business) boot.business = business;
    const at = c.req.query(LOCATION_PARAMETER);
    if (at !== undefined && business?.addresses.some(({ locationId }) => locationId === at)) boot.at = at;
    // If the location does not answer, the service worker is allowed to show the page from its cache.
    if (token !== undefined && status === undefined) boot.visitUnknown = true;
    if (business && status && token !== undefined) {
      boot.visit = { queueToken: token, status };
      if (c.req.query(NUMBER_PARAMETER) !== undefined) boot.numberAsked = {};
    }
    // The link of a business may be shared, so a page without a visit contains the link preview.
    const sharedAt = business && token === undefined ? c.var.config.origin : undefined;
    const widgetsFrom = c.var.config.turnstile?.origin;
    const page = noIndex(await guestPage(c.env, c.req.raw, boot, 200, { sharedAt, widgetsFrom }));
    // The end of a visit is shown once: the next load starts without that visit.
    if (business && status && isOver(status))
      clearVisitCookie(page.headers, c.var.config.origin, business.username);
    return page;
  })

  .get('/', async (c, next) => {
    const token = presentedToken(c);
    const member = token && (await unlessAway(c, findMember(c.env, token, Date.now())));
    return member ? c.redirect('/business/dashboard', 302) : next();
  })

  .get(ADMIN_PATH, async (c, next) => {
    if (!(await hasAdminArea(c.env, c.var.config))) return next();
    return noIndex(await shellPage(c.env, c.req.raw));
  })

  .get('*', async (c) => {
    const { path } = c.req;
    if (isServerRenderedPath(path)) return sitePage(c.env, c.req.raw, path, c.var.config.origin);
    const chosen = isOwnersPath(path) ? saveOwnerLanguage(c) : null;
    if (chosen !== null) return noReferrer(chosen);
    const language = languageOfPath(path, getCookie(c, OWNER_LANGUAGE_COOKIE));
    // In languages other than English, the app renders the form.
    if (isFormPath(path) && language === 'en') {
      const page = await formPage(c.env, c.req.raw, path, c.var.config);
      // A URL with `token` is a mailed log-in link.
      return c.req.query('token') === undefined ? page : noReferrer(page);
    }
    if (shellPaths.has(path) || isFormPath(path)) {
      const page = await shellPage(c.env, c.req.raw, language);
      return secretPaths.has(path) || c.req.query('token') !== undefined ? noReferrer(page) : page;
    }
    if (!templates.has(path) && !isOfTheBuild(path)) {
      // Without the body, which nobody would read.
      const { url, method, headers } = c.req.raw;
      const file = await c.env.ASSETS.fetch(url, { method, headers });
      if (file.status !== 404) return filmPath.test(path) ? partOf(file, c.req.raw) : file;
    }
    // A script or style of an older build gets a 404, because the browser cannot use an HTML page as a script or style.
    if (path.startsWith('/assets/')) return c.text('Not found\n', 404, { 'Cache-Control': 'no-store' });
    return sitePage(c.env, c.req.raw, null, c.var.config.origin);
  });

/** Whether the sender has looked up too many unknown usernames. */
function isTooMany(found: Awaited<ReturnType<typeof loadAddresses>> | null | undefined): boolean {
  return found?.ok === false && found.code === 'too_many_requests';
}

function tooMany(c: Context<AppContext>): Response {
  return refusePage(c, pageLanguage(c));
}

/**
 * Sends the chosen language to the location of this browser's visit, so that texts for the visit are in this language.
 * Failures are ignored.
 */
async function changeVisitLanguage(c: Context<AppContext>, username: string): Promise<void> {
  const language = languageOfTag(c.req.query(LANGUAGE_PARAMETER) ?? '');
  const found = locationByToken(c.env, getCookie(c, visitCookieName(c.var.config.origin)) ?? '');
  if (language === null || found === null) return;
  if (!(await withinShield(c.env, c.var.config, c.req.raw, username))) return;
  const change = async () =>
    void (await executeByGuest(
      found.stub,
      { username, secret: found.secret },
      { kind: 'change-language', language },
    ));
  await unlessAway(c, change());
}

/**
 * Whether a part of the path begins with a dot, which means an internal file of the build. The path from which the
 * development server serves packages is allowed.
 */
function isOfTheBuild(path: string): boolean {
  return path.includes('/.') && !(import.meta.env.DEV && path.startsWith('/node_modules/.vite/'));
}

/**
 * Returns the value, or undefined if the database or the location's object is unavailable. Without the value, the
 * Worker still renders the page, and the page loads the value in the browser.
 */
async function unlessAway<T>(c: Context<AppContext>, value: Promise<T>): Promise<T | undefined> {
  try {
    return await value;
  } catch (error) {
    if (!isUnavailable(error, c.req.method)) throw error;
    log({
      event: 'dependency_unavailable',
      route: c.req.routePath,
      method: c.req.method,
      reason: reasonOf(error),
    });
    return undefined;
  }
}

function guestPath(c: Context<AppContext>, username: string): string {
  return `/queue/${encodeURIComponent(username)}${new URL(c.req.url).search}`;
}

/** Keeps the page out of search engines. Guests find a line by a link or QR code, and the admin's page is private. */
function noIndex(page: Response): Response {
  page.headers.set('X-Robots-Tag', 'noindex');
  return page;
}

/** Sends no referrer, because the URL contains a secret. */
function noReferrer(answer: Response): Response {
  answer.headers.set('Referrer-Policy', 'no-referrer');
  return answer;
}
