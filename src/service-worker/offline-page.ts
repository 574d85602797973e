/** The page for when no server can be reached. Both are written before the built worker by `worker/pages/offline-worker.ts`. */
declare const OFFLINE_PAGE: string;
/** What stands in the page for the nonce of an answer. */
declare const NONCE: string;

/** The page, under a policy that lets in nothing but what stands in it. */
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
