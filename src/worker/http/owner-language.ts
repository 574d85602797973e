/** The cookie with the language of the member's pages. The table `users` stores the person's own choice. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import {
  LANGUAGE_COOKIE_MAX_AGE_S,
  LANGUAGE_PARAMETER,
  languageOfTag,
  type Language,
} from '../../shared/languages.ts';
import { OWNER_LANGUAGE_COOKIE } from '../../shared/owner-languages.ts';
import type { AppContext } from './context.ts';

/** The language that was last used on this device; null if the device has no such cookie. */
export function deviceLanguage(c: Context<AppContext>): Language | null {
  return languageOfTag(getCookie(c, OWNER_LANGUAGE_COOKIE) ?? '');
}

/**
 * Sets the device's cookie to the person's language, so that the next page is in this language. If `language` is null,
 * the person has chosen no language, and the cookie does not change.
 */
export function keepLanguage(c: Context<AppContext>, language: Language | null): void {
  if (language !== null && (deviceLanguage(c) ?? 'en') !== language) setLanguageCookie(c, language);
}

/**
 * Saves the language that the URL's parameter names (`?lang=es`). Links in mails have the parameter, and the language
 * links of public forms use the parameter until the page's script runs. Redirects to the URL without the parameter.
 * Null if the URL has no such parameter.
 */
export function saveOwnerLanguage(c: Context<AppContext>): Response | null {
  const asked = c.req.query(LANGUAGE_PARAMETER);
  if (asked === undefined) return null;
  const language = languageOfTag(asked);
  if (language !== null) setLanguageCookie(c, language);
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete(LANGUAGE_PARAMETER);
  return c.redirect(searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`, 302);
}

function setLanguageCookie(c: Context<AppContext>, language: Language): void {
  // The cookie is not HttpOnly, because the page's script reads it. The cookie contains no secret.
  setCookie(c, OWNER_LANGUAGE_COOKIE, language, {
    path: '/',
    sameSite: 'Lax',
    secure: c.var.config.origin.startsWith('https:'),
    maxAge: LANGUAGE_COOKIE_MAX_AGE_S,
  });
}
