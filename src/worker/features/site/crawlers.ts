/** `robots.txt` and the sitemap, for search engines. */
import { Hono } from 'hono';
import { serverRenderedPages, formPages, type FormPath } from '../../../shared/site/site-pages.ts';
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

  .get('/sitemap.xml', (c) => {
    const urls = found.map((path) => `<url><loc>${c.var.config.origin}${path}</loc></url>`);
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
      200,
      { ...kept, 'Content-Type': 'application/xml; charset=utf-8' },
    );
  });
