/**
 * CSRF protection, in addition to `SameSite=Lax` cookies: unsafe requests must come from our own pages or from clients
 * other than browsers. `hono/csrf` is not used, because `hono/csrf` accepts cross-site JSON requests.
 */

import type { Config } from '../platform/config.ts';
import { maxBodyBytes } from './bounded-body.ts';

type Own = Pick<Config, 'origin' | 'environment'>;

/** Webhooks of providers, which post signed forms. */
const callbacks: ReadonlySet<string> = new Set(['/sms/status', '/sms/inbound']);

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the request only reads. The body of such a request is ignored. */
export function isSafe({ method }: Request): boolean {
  return safeMethods.has(method);
}

/** Whether `Content-Type` is JSON, with or without a charset. */
export function isJson(request: Request): boolean {
  return mediaType(request) === 'application/json';
}

export function isForm(request: Request): boolean {
  return mediaType(request) === 'application/x-www-form-urlencoded';
}

function mediaType(request: Request): string | undefined {
  return request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
}

/**
 * Whether a page of another origin made the request. Newer browsers send `Sec-Fetch-Site`; older browsers, and sockets,
 * send `Origin`. A request with neither header does not come from a page.
 */
export function isCrossSite(request: Request, own: Own): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  if (origin === null || origin === own.origin) return false;
  // In development the server has several host names: 127.0.0.1, and a network address for phones.
  return own.environment !== 'development' || URL.parse(origin)?.host !== new URL(request.url).host;
}

/**
 * The origin of our pages for passkeys. A passkey works at one host only, so a deployment uses the configured origin.
 * Development uses the origin of the request, because tests choose their port.
 */
export function pageOrigin(request: Request, own: Own): string {
  return own.environment === 'development' ? new URL(request.url).origin : own.origin;
}

/** Refuses an unsafe request before its body is read; null if the request may continue. */
export function unsafeRefusal(request: Request, own: Own): 'bad_origin' | 'not_json' | 'too_large' | null {
  if (isSafe(request)) return null;
  if (isCrossSite(request, own)) return 'bad_origin';
  // Other sites can post a form without a preflight request. They cannot post JSON without a preflight request.
  if (hasBody(request) && !isJson(request) && !isOwnForm(request) && !isCallback(request)) return 'not_json';
  // An announced size is checked here, so that a body that is too large is not read at all.
  if (Number(request.headers.get('Content-Length')) > maxBodyBytes(request)) return 'too_large';
  return null;
}

/**
 * Whether a browser sent a form of the guest's page or of a development page. Any site can post such a form, so a
 * header about the origin of the page is required.
 */
function isOwnForm(request: Request): boolean {
  const saysWhence = request.headers.has('Sec-Fetch-Site') || request.headers.has('Origin');
  const { pathname } = new URL(request.url);
  return saysWhence && /^\/(queue|dev)\//.test(pathname) && isForm(request);
}

function isCallback(request: Request): boolean {
  return callbacks.has(new URL(request.url).pathname);
}

function hasBody(request: Request): boolean {
  return request.body !== null && request.headers.get('Content-Length') !== '0';
}
