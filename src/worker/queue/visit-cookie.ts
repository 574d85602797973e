/** The guest's cookie: the queue token, scoped to the queue paths of its business (decision 7). */
import type { CookieOptions } from 'hono/utils/cookie';

/** The cookie's name. `__Host-` would make it go to every path; the other prefix makes browsers insist on Secure. */
export function visitCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Secure-holdline_visit' : 'holdline_visit';
}

/** As long as an evening's visit can matter, and as long as the owner's lists reach back. */
const MAX_AGE_SECONDS = 48 * 3600;

/** Its calls and its page. Paths are case-sensitive: `username` is the one typed at sign-up. */
export function visitCookiePaths(username: string): string[] {
  return [`/auth/business/${username}/queue`, `/queue/${username}`];
}

export function visitCookieOptions(origin: string, path: string): CookieOptions {
  return {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: origin.startsWith('https:'),
    maxAge: MAX_AGE_SECONDS,
  };
}
