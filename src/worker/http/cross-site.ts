/**
 * The check against cross-site requests, besides `SameSite=Lax` cookies: an unsafe request must come from our own
 * pages or from a client that is no browser. `hono/csrf` lets a cross-site JSON POST through, so it is not used.
 */

import { MAX_BODY_BYTES } from '../../shared/limits.ts';
import type { Config } from '../platform/config.ts';

type Own = Pick<Config, 'origin' | 'environment'>;

/** Called by providers, which post forms and sign them. */
const callbacks: ReadonlySet<string> = new Set(['/sms/status', '/sms/inbound']);

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True where the request says that its body is JSON, with or without a charset. */
export function isJson(request: Request): boolean {
  return mediaType(request) === 'application/json';
}

/** True where the request says that its body is a form. */
export function isForm(request: Request): boolean {
  return mediaType(request) === 'application/x-www-form-urlencoded';
}

function mediaType(request: Request): string | undefined {
  return request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
}

/**
 * True where a browser says that the request was made by a page of another origin. Browsers that know it send
 * `Sec-Fetch-Site`, older ones (and sockets) `Origin`; neither header means that no page is behind the request.
 */
export function isCrossSite(request: Request, own: Own): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  if (origin === null || origin === own.origin) return false;
  // In development the same server has several names: 127.0.0.1, or an address of the network for phones.
  return own.environment !== 'development' || URL.parse(origin)?.host !== new URL(request.url).host;
}

/** The refusal of an unsafe request before it is read; null when it may go on. */
export function unsafeRefusal(request: Request, own: Own): 'bad_origin' | 'not_json' | 'too_large' | null {
  if (safeMethods.has(request.method)) return null;
  if (isCrossSite(request, own)) return 'bad_origin';
  // A form of another site can post only types that need no preflight: JSON is not one of them.
  const isCallback = callbacks.has(new URL(request.url).pathname);
  if (!isCallback && hasBody(request) && !isJson(request) && !isOwnForm(request)) return 'not_json';
  // Also where the call reads no body at all.
  if (Number(request.headers.get('Content-Length')) > MAX_BODY_BYTES) return 'too_large';
  return null;
}

/**
 * A form of the guest's page, or of a page of development, sent by the browser itself. Any site could post the like, so the browser has to say that it
 * was ours: what says nothing is refused.
 */
function isOwnForm(request: Request): boolean {
  const saysWhence = request.headers.has('Sec-Fetch-Site') || request.headers.has('Origin');
  const { pathname } = new URL(request.url);
  return saysWhence && /^\/(queue|dev)\//.test(pathname) && isForm(request);
}

function hasBody(request: Request): boolean {
  return request.body !== null && request.headers.get('Content-Length') !== '0';
}
