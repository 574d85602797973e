/** `robots.txt` and the sitemap: what search engines may visit, and which pages there are. */
import { Hono } from 'hono';
import { serverRenderedPages, formPages, type FormPath } from '../../../shared/site/site-pages.ts';
import type { AppContext } from '../../http/context.ts';

/** Of owners, or of whoever has a link: nothing there can be found. Queues say so themselves (`noindex`). */
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

/** Pages that are found by search. Who has an account knows the way in. */
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
