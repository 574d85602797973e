/**
 * Service worker of public and owners' pages (`service-worker/site-sw.ts`). The worker contains the offline
 * page, which is shown if no server can be reached. The worker caches nothing else.
 */
import { Hono } from 'hono';
import { offlineCopy } from '../../shared/copy/en/pages.ts';
import type { AppContext } from '../http/context.ts';
import { buildFile } from './build-files.ts';
import { staticPage } from './static-page.ts';

/** A placeholder, which the service worker replaces with a new nonce for each response. */
const NONCE = 'NONCE_OF_THIS_ANSWER';

/**
 * Script of the offline page: polls the server and reloads the page when the server answers. Random delays spread the
 * load on a restarted server.
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
  // The file's headers (`public/_headers`), without the headers that describe the original bytes.
  const headers = new Headers(file.headers);
  for (const name of ['ETag', 'Content-Length', 'Last-Modified']) headers.delete(name);
  return new Response(`${constants}\n${await file.text()}`, { headers });
});
