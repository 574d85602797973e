/**
 * Cookies are `SameSite=Lax`; this is the second wall (decision 22): what changes something must come from our own
 * pages or from a client that is no browser. `hono/csrf` lets a cross-site JSON POST through, so it is not used.
 */

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True where the request says that its body is JSON, with or without a charset. */
export function isJson(request: Request): boolean {
  const type = request.headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  return type === 'application/json';
}

/**
 * True where a browser says that the request was made by a page of another origin. Browsers that know it send
 * `Sec-Fetch-Site`, older ones `Origin`; neither header means that no page is behind the request.
 */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  return origin !== null && URL.parse(origin)?.host !== new URL(request.url).host;
}

/** Why an unsafe request is not even looked at; null when it may go on. */
export function crossSiteRefusal(request: Request): 'bad_origin' | 'not_json' | null {
  if (safeMethods.has(request.method)) return null;
  if (isCrossSite(request)) return 'bad_origin';
  // A form of another site can post only types that need no preflight: JSON is not one of them.
  if (hasBody(request) && !isJson(request)) return 'not_json';
  return null;
}

function hasBody(request: Request): boolean {
  return request.body !== null && request.headers.get('Content-Length') !== '0';
}
