/** The headers of pages: what a page may load is named, and nothing inline runs or styles without a nonce. */

/** 128 random bits for one answer. */
export function newNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
}

/**
 * The policy of our pages. Scripts come from files only, of our own and, where a page shows a widget of somebody else's, of
 * that origin, which then may also frame itself. On the dev server its inline scripts and styles and
 * its socket are let in.
 */
export function contentSecurityPolicy(
  nonce: string,
  { onDevServer, widgetsFrom }: { onDevServer: boolean; widgetsFrom?: string | undefined },
): string {
  const policy: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'media-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  if (onDevServer) {
    policy['script-src'] = "'self' 'unsafe-inline' 'unsafe-eval'";
    policy['style-src'] = "'self' 'unsafe-inline'";
    policy['connect-src'] = "'self' ws: wss:";
  }
  if (widgetsFrom !== undefined) {
    policy['script-src'] += ` ${widgetsFrom}`;
    policy['frame-src'] = widgetsFrom;
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/**
 * Headers of an HTML answer. `no-cache` and not `no-store`, which would keep the page out of the back-forward cache;
 * `private` because a guest's page carries the guest's place.
 */
export function pageHeaders(nonce: string, widgetsFrom?: string): Headers {
  return new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': contentSecurityPolicy(nonce, {
      onDevServer: import.meta.env.DEV,
      widgetsFrom,
    }),
  });
}

/** Gives the styles that stand in a page the nonce of the answer. */
export function withNonce(nonce: string): HTMLRewriter {
  return new HTMLRewriter().on('style', { element: (style) => void style.setAttribute('nonce', nonce) });
}
