/** The guest's cookie: the queue token, scoped to the queue paths of its business (`docs/decisions/0003-guest-tokens.md`). */
import { generateCookie } from 'hono/cookie';

/** The cookie's name. `__Host-` would make it go to every path; the other prefix makes browsers insist on Secure. */
export function visitCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Secure-holdline_visit' : 'holdline_visit';
}

/** The cookie's lifetime: longer than a visit, and as long as the owner's lists reach back. */
const MAX_AGE_SECONDS = 48 * 3600;

/** Sets the cookie: the browser then sends the token with the business's calls and pages. */
export function setVisitCookie(headers: Headers, origin: string, username: string, token: string): void {
  writeCookies(headers, origin, username, { token, maxAge: MAX_AGE_SECONDS });
}

/** Clears the cookie. */
export function clearVisitCookie(headers: Headers, origin: string, username: string): void {
  writeCookies(headers, origin, username, { token: '', maxAge: 0 });
}

/** Paths are case-sensitive: `username` is the one typed at sign-up. */
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
