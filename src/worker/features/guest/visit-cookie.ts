/**
 * Cookie with the queue token of a visit, for the queue paths of the visit's business
 * (`docs/decisions/0003-guest-tokens.md`).
 */
import { generateCookie } from 'hono/cookie';

/**
 * The cookie's name. With the prefix `__Secure-`, browsers require the attribute `Secure`. `__Host-` is not possible,
 * because browsers require the path `/` for this prefix.
 */
export function visitCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Secure-holdline_visit' : 'holdline_visit';
}

/** The cookie's lifetime, which is longer than a visit. The staff's lists cover the same period. */
const MAX_AGE_SECONDS = 48 * 3600;

/** Sets the cookie. The browser sends the cookie with calls and pages of the business. */
export function setVisitCookie(headers: Headers, origin: string, username: string, token: string): void {
  writeCookies(headers, origin, username, { token, maxAge: MAX_AGE_SECONDS });
}

export function clearVisitCookie(headers: Headers, origin: string, username: string): void {
  writeCookies(headers, origin, username, { token: '', maxAge: 0 });
}

/**
 * Writes the cookie for two paths: for the calls and for the pages of the business. Paths are case-sensitive, so
 * `username` must be spelled as at the sign-up.
 */
function writeCookies(
  headers: Headers,
  origin: string,
  username: string,
  { token, maxAge }: { token: string; maxAge: number },
): void {
  const secure = origin.startsWith('https:');
  for (const path of [`/auth/business/${username}/queue`, `/queue/${username}`]) {
    const options = { path, maxAge, httpOnly: true, secure, sameSite: 'Lax' } as const;
    headers.append('Set-Cookie', generateCookie(visitCookieName(origin), token, options));
  }
}
