/** A minimal build for tests of pages, and functions that read pages. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createApp } from '../../../src/worker/app.ts';
import { origin } from './factories.ts';

/** The files of the minimal build. */
const files: Record<string, { type: string; text: string }> = {
  '/index.html': {
    type: 'text/html',
    text: '<!doctype html><html><head><title>Holdline</title><meta name="description" content=""><style>@layer reset;</style><link rel="manifest" href="/manifest.webmanifest"></head><body><div id="root"></div></body></html>',
  },
  '/site.html': {
    type: 'text/html',
    text:
      '<!doctype html><html lang="en"><head><title>Holdline</title><meta name="description" content="">' +
      '<style>@layer reset;</style></head><body></body></html>',
  },
  '/queue.html': {
    type: 'text/html',
    text:
      '<!doctype html><html><head><title>Join the Queue</title><meta name="description" content=""><style>@layer reset;</style>' +
      '<style id="own-font" media="(scripting: none)">:root{--own-font:Figtree}</style>' +
      '<script type="module" crossorigin src="/assets/queue-1.js"></script>' +
      '<link rel="modulepreload" crossorigin href="/assets/react-1.js">' +
      '<link rel="stylesheet" crossorigin href="/assets/queue-1.css"></head>' +
      '<body><div id="root"></div><script id="boot" type="application/json"></script></body></html>',
  },
  '/assets/queue-1.css': {
    type: 'text/css',
    text:
      '@font-face{src:url(/assets/figtree-latin-A1.woff2)}' +
      '@font-face{src:url(/assets/bricolage-digits-C3.woff2)}body{color:red}',
  },
  '/.vite/manifest.json': { type: 'application/json', text: '{}' },
  '/site-sw.js': { type: 'text/javascript', text: 'self.addEventListener();' },
  '/icon-turn.svg': { type: 'image/svg+xml', text: '<svg/>' },
  '/src/client/film/demo.mp4': { type: 'video/mp4', text: '0123456789' },
};

export const assets: Fetcher = {
  fetch: async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const file = files[pathname];
    if (file === undefined) return new Response('Not Found', { status: 404 });
    return new Response(file.text, { headers: { 'Content-Type': file.type, ETag: '"build"' } });
  },
  connect: () => {
    throw new Error('Files are fetched');
  },
};

/** Opens a page as a browser does. `bindings` replace the real bindings. */
export async function open(
  path: string,
  cookie?: string,
  init: RequestInit = {},
  bindings: Partial<Pick<Env, 'DB' | 'LOCATION_QUEUE'>> = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (cookie !== undefined) headers.set('Cookie', cookie);
  const request = new Request(origin + path, { ...init, headers, redirect: 'manual' });
  return createApp().fetch(request, { ...env, ASSETS: assets, ...bindings }, createExecutionContext());
}

/** The data in a page for its script. */
export function bootOf(html: string): unknown {
  const [, json] = /<script id="boot" type="application\/json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json ?? '');
}

/** The scripts with a page's sentences, by language. Without a build, the scripts are source files. */
export const catalogues = {
  en: '/src/shared/copy/en/guest.ts',
  id: '/src/shared/copy/id/guest.ts',
  es: '/src/shared/copy/es/guest.ts',
  ar: '/src/shared/copy/ar/guest.ts',
};
