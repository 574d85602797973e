/**
 * The HTML of the offline page. The build (`worker/pages/offline-worker.ts`) writes `OFFLINE_PAGE` and `NONCE` at the
 * start of the built service worker.
 */
declare const OFFLINE_PAGE: string;
/** The placeholder for the nonce in the page's HTML. */
declare const NONCE: string;

/** Response with the offline page. The page's Content Security Policy allows no other origin. */
export function offlinePage(): Response {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return new Response(OFFLINE_PAGE.replaceAll(NONCE, nonce), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
    },
  });
}
