/** The security headers of the Worker's own answers. The assets' are in `public/_headers` (`docs/spec.md` 10.22). */

const always: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // Of whatever is no page of ours: opened by itself it may do nothing, and nobody may frame it.
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** A year, as browsers ask for, for all names below ours, too; only on https, where a browser heeds it. */
const strictTransport = 'max-age=31536000; includeSubDomains';

const forPrograms: Record<string, string> = { 'Cache-Control': 'no-store' };

const wanted = {
  page: Object.entries(always),
  api: Object.entries({ ...always, ...forPrograms }),
};

/** Adds what an answer must carry and does not yet: what a page or a file has set for itself stands. */
export function addSecurityHeaders(headers: Headers, about: { isHttps: boolean; isApi: boolean }): void {
  for (const [name, value] of about.isApi ? wanted.api : wanted.page) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (about.isHttps) headers.set('Strict-Transport-Security', strictTransport);
}
