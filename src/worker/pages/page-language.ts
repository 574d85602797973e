/** Language of a guest's page: the language that the guest chose, or the browser's language if the guest chose none. */
import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import {
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_MAX_AGE_S,
  LANGUAGE_PARAMETER,
  languageOfTag,
  negotiateLanguage,
  type Language,
} from '../../shared/languages.ts';
import type { AppContext } from '../http/context.ts';

export function pageLanguage(c: Context<AppContext>): Language {
  const chosen = languageOfTag(getCookie(c, LANGUAGE_COOKIE) ?? '');
  return chosen ?? negotiateLanguage(c.req.header('Accept-Language') ?? null);
}

/**
 * Saves a language chosen by a link (`?lang=es`), for pages without scripts. Sets the cookie and redirects to the URL
 * without the parameter. Null if the URL has no such parameter.
 */
export function saveChosenLanguage(c: Context<AppContext>): Response | null {
  const asked = c.req.query(LANGUAGE_PARAMETER);
  if (asked === undefined) return null;
  const url = new URL(c.req.url);
  url.searchParams.delete(LANGUAGE_PARAMETER);
  const response = c.redirect(`${url.pathname}${url.search}`, 302);
  const language = languageOfTag(asked);
  if (language !== null) {
    // The cookie is not HttpOnly, because the page's script sets the same cookie. The cookie contains no secret.
    const options = { path: '/queue', maxAge: LANGUAGE_COOKIE_MAX_AGE_S, sameSite: 'Lax' } as const;
    response.headers.append('Set-Cookie', generateCookie(LANGUAGE_COOKIE, language, options));
  }
  return response;
}
