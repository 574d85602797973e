/** The security headers of the Worker's own answers. The assets' are in `public/_headers` (decision 22). */

const always: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** A year, as browsers ask for; only on https, where a browser heeds it. */
const strictTransport = 'max-age=31536000';

/** What an answer must carry and does not yet: what a page or a file has set for itself stands. */
export function missingSecurityHeaders(answer: {
  present: Headers;
  isHttps: boolean;
  isApi: boolean;
}): [name: string, value: string][] {
  const { present, isHttps, isApi } = answer;
  const wanted: Record<string, string> = {
    ...always,
    ...(isHttps && { 'Strict-Transport-Security': strictTransport }),
    ...(isApi && {
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
    }),
  };
  return Object.entries(wanted).filter(([name]) => !present.has(name));
}
