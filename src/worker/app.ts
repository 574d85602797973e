/** The Worker's application: the order of middleware and routes. */
import { Hono, type Context } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { wholeConfig } from './platform/checked-config.ts';
import type { AppContext } from './http/context.ts';
import { crawlers } from './features/site/crawlers.ts';
import { guestForms } from './features/guest/guest-forms.ts';
import { offlineWorker } from './pages/offline-worker.ts';
import { pages } from './pages.ts';
import { errorPage } from './pages/error-page.ts';
import { accountSecurity } from './features/account/security-routes.ts';
import { accounts } from './features/account/routes.ts';
import { hasAdminArea } from './features/admin/has-admin-area.ts';
import { admin } from './features/admin/routes.ts';
import { activity } from './features/activity/routes.ts';
import { analytics } from './features/analytics/routes.ts';
import { refuse, RETRY_AFTER_SECONDS } from './http/answers.ts';
import { billing } from './features/billing/routes.ts';
import { readText } from './http/bounded-body.ts';
import { senderHashOf } from './http/caller.ts';
import { logFailure } from './http/failures.ts';
import { forms } from './features/forms/routes.ts';
import { guestQueue } from './features/guest/routes.ts';
import { health } from './features/health/routes.ts';
import { deviceRoutes } from './features/devices/routes.ts';
import { locations } from './features/locations/routes.ts';
import { operator } from './features/operator/routes.ts';
import { lineRoutes } from './features/line/routes.ts';
import { team } from './features/team/routes.ts';
import { sms } from './features/guest/sms-routes.ts';
import { isSafe, unsafeRefusal } from './http/cross-site.ts';
import { addressRefusal } from './http/own-address.ts';
import { addSecurityHeaders } from './http/headers.ts';
import { recordMetric } from './platform/metrics.ts';
import { runInLogContext, requestIdOf } from './platform/log-context.ts';

/**
 * Paths of APIs. The Worker answers an unknown path below an API path with a JSON 404, never with a page. The path
 * `/cdn-cgi` is reserved for Cloudflare. Without `cdn-cgi` in this list, the server of `npm run dev` and this Worker
 * would call each other in an endless loop.
 */
const apiPath = /^\/(auth|cdn-cgi|stripe|sms|dev|healthz|feedback\/submit|sales\/inquiry|admin\/.+)(\/|$)/;

/**
 * Paths that still work in maintenance: the health check, and the providers' webhooks. A refused webhook could lose a
 * provider's message.
 */
const notForPeople: ReadonlySet<string> = new Set([
  '/healthz',
  '/stripe/webhook',
  '/sms/status',
  '/sms/inbound',
]);

/** Paths of icons, and of files that an open page may still load in maintenance. */
const filePath = /^\/(assets\/.+|[\w-]+\.(ico|png|svg|webmanifest)|site-sw\.js)$/;

/** `Retry-After` in maintenance, in seconds. The maintenance page states the same time (`copy/en/pages.ts`). */
const MAINTENANCE_RETRY_SECONDS = 300;

/**
 * Creates the application. The application has no state: each request has its own `env`. `more`: routes of the
 * development entry.
 */
export function createApp(more: Hono<AppContext> = new Hono()) {
  const app = new Hono<AppContext>();
  const api = new Hono<AppContext>()
    .route('/', health)
    .route('/', accounts)
    .route('/', accountSecurity)
    .route('/', team)
    .route('/', deviceRoutes)
    .route('/', locations)
    .route('/', activity)
    .route('/', analytics)
    .route('/', guestQueue)
    .route('/', lineRoutes)
    .route('/', forms)
    .route('/', admin)
    .route('/', operator)
    .route('/', sms)
    .route('/', billing)
    .route('/', more);

  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.raw);
    c.set('requestId', requestId);
    await runInLogContext({ requestId }, next, senderHashOf(c));
    // The response of a WebSocket upgrade cannot be copied, and no page reads its headers.
    if (c.res.status === 101) return;
    const isHttps = c.req.url.startsWith('https:');
    const isApi = apiPath.test(c.req.path);
    // The headers of a page's response may be immutable, so the response is copied once. (`c.header` would copy the
    // response for each header.)
    if (!isApi) c.res = new Response(c.res.body, c.res);
    addSecurityHeaders(c.res.headers, { isHttps, isApi });
    if (isApi || c.res.status >= 500) c.res.headers.set('X-Request-Id', requestId);
    // The pages set their clock by the header `Date` (`lib/server-clock.ts`). The Worker sets the header, because some
    // servers in front of the Worker do not set it.
    if (isApi) c.res.headers.set('Date', new Date().toUTCString());
  });
  app.use(async (c, next) => {
    const checked = await wholeConfig(c.env);
    if (!checked.ok) {
      return c.text('This server is not configured correctly. Its log names what is wrong.\n', 503);
    }
    const { config } = checked;
    c.set('config', config);
    const wrongAddress = addressRefusal(c.req.raw, config);
    if (wrongAddress !== null) return answerElsewhere(c, wrongAddress);
    const refusal = unsafeRefusal(c.req.raw, config);
    if (refusal !== null) return refuse(c, refusal);
    const { path } = c.req;
    if (!config.inMaintenance || notForPeople.has(path) || filePath.test(path)) {
      // The body is read before any log-in is checked. If the log-in were checked first, a caller could send the end of
      // the body after the session has ended, and the Worker would still execute the call.
      if (!isSafe(c.req.raw)) {
        c.set('body', readText(c.req.raw));
        await c.get('body');
      }
      return next();
    }
    const retryAfterSeconds = MAINTENANCE_RETRY_SECONDS;
    return apiPath.test(path)
      ? refuse(c, { code: 'try_again', retryAfterSeconds })
      : errorPage(c, 'maintenance', retryAfterSeconds);
  });
  app.use('/admin/*', async (c, next) => {
    // If the deployment has no admin area, the Worker answers 404 before it checks the method, because a 405 would show
    // that an admin path exists.
    if (apiPath.test(c.req.path) && !(await hasAdminArea(c.env, c.get('config'))))
      return refuse(c, 'not_found');
    await next();
  });
  app.use(
    methodNotAllowed<AppContext>({
      app: api,
      onMethodNotAllowed: (c, methods) => {
        const response = refuse(c, 'method_not_allowed');
        response.headers.set('Allow', methods.join(', '));
        return response;
      },
    }),
  );
  app.route('/', api);
  app.route('/', guestForms);
  app.all('*', async (c, next) => {
    const forPeople = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (apiPath.test(c.req.path) || !forPeople) return refuse(c, 'not_found');
    await next();
  });
  app.route('/', crawlers);
  app.route('/', offlineWorker);
  app.route('/', pages);
  app.notFound((c) => refuse(c, 'not_found'));
  app.onError(answerError);
  return app;
}

/**
 * Redirects a page request from http to https. Refuses all other requests over http, and all requests to a wrong host.
 */
function answerElsewhere(c: Context<AppContext>, refusal: 'wrong_host' | 'insecure'): Response {
  const isPage = c.req.method === 'GET' && !apiPath.test(c.req.path);
  if (refusal === 'wrong_host' || !isPage) return refuse(c, refusal);
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`${c.var.config.origin}${pathname}${search}`, 308);
}

/** Answers an unexpected error with a refusal (JSON) for API calls, and with an error page for all other requests. */
function answerError(error: Error, c: Context<AppContext>): Response | Promise<Response> {
  const isUnavailable = logFailure(c, error);
  const code = isUnavailable ? 'try_again' : 'internal';
  if (apiPath.test(c.req.path)) return refuse(c, code);
  // The error is counted as in `refuse`, so that one alert covers API and pages.
  recordMetric(c.env, { event: 'refused', code });
  return isUnavailable ? errorPage(c, 'away', RETRY_AFTER_SECONDS) : errorPage(c, 'broken', null);
}
