/**
 * What people see where no other page can be made. It asks nothing of the database, the build or the app, each of which may
 * be what failed.
 */
import type { Context } from 'hono';
import { troubleCopy, type Trouble } from '../../shared/copy/trouble.ts';
import type { AppContext } from '../context.ts';
import { calmPage } from './calm-page.ts';
import { newNonce } from './page-headers.ts';
import { pageLanguage } from './page-language.ts';

/** Below it guests are, who are answered in their language. */
const guestPath = /^\/queue(\/|$)/;

/**
 * The page for this trouble: 500 for `broken`, else 503 with `Retry-After`. Its button asks for the same address once more,
 * and never sends a form again. Where something went wrong it names the request, for whoever writes to us about it.
 */
export async function troublePage(
  c: Context<AppContext>,
  trouble: Trouble,
  retryAfterSeconds: number | null,
): Promise<Response> {
  const language = guestPath.test(c.req.path) ? pageLanguage(c) : 'en';
  const say = troubleCopy[language];
  const nonce = newNonce();
  const reference = trouble === 'maintenance' ? undefined : { word: say.reference, id: c.var.requestId };
  const page = await calmPage({ language, ...say[trouble], again: say.again, reference }, nonce);
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; img-src 'self'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    // The address may hold the code of a visit or a new password.
    'Referrer-Policy': 'no-referrer',
  });
  if (retryAfterSeconds !== null) headers.set('Retry-After', String(retryAfterSeconds));
  return new Response(page, { status: trouble === 'broken' ? 500 : 503, headers });
}
