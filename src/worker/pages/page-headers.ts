/** Headers of pages. The Content-Security-Policy requires a nonce for inline scripts and styles. */

type PolicyOptions = {
  /** The origin of a widget on the page. */
  widgetsFrom?: string | undefined;
  /** The page has an inline script with the nonce. */
  runsInline?: boolean;
};

/** 128 random bits for one response. */
export function newNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
}

/**
 * The Content-Security-Policy of our pages. The allowed scripts are our files, the page's own inline script, and
 * scripts of the widget's origin. Frames of the widget's origin are allowed, too. On the development server, inline
 * scripts, inline styles and sockets are also allowed.
 */
export function contentSecurityPolicy(
  nonce: string,
  { onDevServer, widgetsFrom, runsInline }: PolicyOptions & { onDevServer: boolean },
): string {
  const policy: Record<string, string> = {
    'default-src': "'none'",
    'script-src': runsInline ? `'self' 'nonce-${nonce}'` : "'self'",
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
 * Headers of an HTML response. Caching is `no-cache`, because `no-store` would disable the back-forward cache. Caching
 * is `private`, because a guest's page shows the guest's place.
 */
export function pageHeaders(nonce: string, options: PolicyOptions = {}): Headers {
  return new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': contentSecurityPolicy(nonce, { ...options, onDevServer: import.meta.env.DEV }),
  });
}

/** Adds the response's nonce to inline styles. */
export function withNonce(nonce: string): HTMLRewriter {
  return new HTMLRewriter().on('style', { element: (style) => void style.setAttribute('nonce', nonce) });
}
