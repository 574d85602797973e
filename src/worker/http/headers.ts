/**
 * Security headers of the Worker's own responses. `public/_headers` has the headers of files, which are served without
 * the Worker (`docs/spec.md` 10.22).
 */

export const always: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // This is the strictest policy, which also forbids framing. Pages have their own policy (`pages/page-headers.ts`).
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** One year, with subdomains. The header is sent only over https, because browsers ignore it over http. */
const strictTransport = 'max-age=31536000; includeSubDomains';

const forPrograms: Record<string, string> = { 'Cache-Control': 'no-store' };

const wanted = {
  page: Object.entries(always),
  api: Object.entries({ ...always, ...forPrograms }),
};

/** Adds missing security headers. Does not change headers that a page or file has set. */
export function addSecurityHeaders(headers: Headers, about: { isHttps: boolean; isApi: boolean }): void {
  for (const [name, value] of about.isApi ? wanted.api : wanted.page) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (about.isHttps) headers.set('Strict-Transport-Security', strictTransport);
}
