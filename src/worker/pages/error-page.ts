/**
 * The error page, used when no other page can be rendered. The error page does not use the database, the build or the
 * app, because each of these may have failed.
 */
import type { Context } from 'hono';
import type { PageError } from '../../shared/copy/en/pages.ts';
import { pageCatalogues } from '../../shared/copy/worker-page-catalogues.ts';
import type { AppContext } from '../http/context.ts';
import { staticResponse } from './static-page.ts';
import { pageLanguage } from './page-language.ts';

/** Paths of guests' pages. These pages are in the guest's language. */
const guestPath = /^\/queue(\/|$)/;

/**
 * The page for this error. The status is 500 for `broken`, and 503 with `Retry-After` for every other error. The page's
 * button loads the same URL again, but never submits a form again. The page shows the request's id, so that a person
 * who reports the error to support can give the id.
 */
export async function errorPage(
  c: Context<AppContext>,
  error: PageError,
  retryAfterSeconds: number | null,
): Promise<Response> {
  const language = guestPath.test(c.req.path) ? pageLanguage(c) : 'en';
  const say = pageCatalogues[language].errors;
  const reference = error === 'maintenance' ? undefined : { word: say.reference, id: c.var.requestId };
  const ways = [{ label: say.again, href: '' }];
  const answer = await staticResponse(
    { language, ...say[error], ways, reference },
    error === 'broken' ? 500 : 503,
  );
  if (retryAfterSeconds !== null) answer.headers.set('Retry-After', String(retryAfterSeconds));
  return answer;
}
