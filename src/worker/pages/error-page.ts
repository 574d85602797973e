/**
 * The error page, used when no other page can be rendered. It needs neither the database nor the build nor the app,
 * each of which may have failed.
 */
import type { Context } from 'hono';
import type { PageError } from '../../shared/copy/en/pages.ts';
import { pageCatalogues } from '../../shared/copy/worker-page-catalogues.ts';
import type { AppContext } from '../http/context.ts';
import { staticResponse } from './static-page.ts';
import { pageLanguage } from './page-language.ts';

/** Below it guests are, who are answered in their language. */
const guestPath = /^\/queue(\/|$)/;

/**
 * The page for this error: 500 for `broken`, else 503 with `Retry-After`. Its button asks for the same address once more,
 * and never sends a form again. Where something went wrong it names the request, for whoever writes to us about it.
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
