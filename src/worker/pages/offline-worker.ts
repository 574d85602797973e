/**
 * The service worker of the public pages and of owners (`service-worker/site-sw.ts`), with the page inside that it shows where
 * no server can be reached: it keeps nothing else, and so needs no store.
 */
import { Hono } from 'hono';
import { offlineCopy } from '../../shared/copy/en/pages.ts';
import type { AppContext } from '../http/context.ts';
import { buildFile } from './build-files.ts';
import { staticPage } from './static-page.ts';

/** A placeholder: the service worker puts in another nonce each time. */
const NONCE = 'NONCE_OF_THIS_ANSWER';

/**
 * Asks whether there is a server again, and shows the page that was asked for once there is. Not all at once: a server that
 * comes up again has to answer everybody.
 */
const comeBack = `
const again = async () => {
  try {
    if ((await fetch('/healthz', { cache: 'no-store' })).ok) location.reload();
  } catch {}
};
const later = () => setTimeout(async () => { await again(); later(); }, 4000 + Math.random() * 4000);
later();
addEventListener('online', again);
document.addEventListener('visibilitychange', () => document.hidden || again());
`;

export const offlineWorker = new Hono<AppContext>().get('/site-sw.js', async (c) => {
  const [file, page] = await Promise.all([
    buildFile(c.env, c.req.raw, '/site-sw.js'),
    staticPage({ language: 'en', ...offlineCopy }, NONCE, comeBack),
  ]);
  const constants = `const OFFLINE_PAGE=${JSON.stringify(page)},NONCE=${JSON.stringify(NONCE)};`;
  // Its headers are the file's (`public/_headers`), but for what stood for its bytes.
  const headers = new Headers(file.headers);
  for (const name of ['ETag', 'Content-Length', 'Last-Modified']) headers.delete(name);
  return new Response(`${constants}\n${await file.text()}`, { headers });
});
