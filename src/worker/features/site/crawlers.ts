/** Files for programs: `robots.txt` and the sitemap for search engines, `security.txt` for security researchers. */
import { Hono } from 'hono';
import { serverRenderedPages, formPages, type FormPath } from '../../../shared/site/site-pages.ts';
import { product } from '../../../shared/product.ts';
import type { AppContext } from '../../http/context.ts';

/** Private paths: for owners, or for people with a link. Pages of queues have their own `noindex`. */
const closed = [
  '/business/',
  '/payments',
  '/payment-success',
  '/plan-change',
  '/admin',
  '/reset',
  '/verify',
  '/auth/',
  '/dev/',
];

/** Public pages that are not in the sitemap, because only account owners need them. */
const unlisted: ReadonlySet<string> = new Set(['/login', '/forgot'] satisfies FormPath[]);
const found = [...Object.keys(serverRenderedPages), ...Object.keys(formPages), '/queue'].filter(
  (path) => !unlisted.has(path),
);

/** How long a copy of `security.txt` is valid. RFC 9116 recommends less than a year. */
const SECURITY_FILE_MS = 180 * 24 * 3_600_000;

const kept = { 'Cache-Control': 'public, max-age=3600' };

export const crawlers = new Hono<AppContext>()

  .get('/robots.txt', (c) => {
    const lines = [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${c.var.config.origin}/sitemap.xml`,
      '',
    ];
    return c.text(lines.join('\n'), 200, kept);
  })

  .get('/.well-known/security.txt', (c) => {
    const { origin } = c.var.config;
    const lines = [
      `Contact: mailto:${product.supportEmail}`,
      `Expires: ${new Date(Date.now() + SECURITY_FILE_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/.well-known/security.txt`,
      `Policy: ${origin}/policy`,
      '',
    ];
    return c.text(lines.join('\n'), 200, kept);
  })

  .get('/sitemap.xml', (c) => {
    const urls = found.map((path) => `<url><loc>${c.var.config.origin}${path}</loc></url>`);
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
      200,
      { ...kept, 'Content-Type': 'application/xml; charset=utf-8' },
    );
  });
