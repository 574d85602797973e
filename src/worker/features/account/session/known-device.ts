/**
 * Marks of known devices: signed values that prove an earlier log-in in this browser, or the use of a mailed link.
 * Wrong passwords and codes from a browser with a mark have a count of their own, so that strangers cannot lock an
 * owner out (`docs/decisions/0008-our-own-sessions.md`). The server stores no marks: a mark is an HMAC under a secret
 * of the Worker.
 */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { DEVICE_KNOWN_MS, LOG_IN_LINK_MS } from '../../../../shared/limits.ts';
import type { AppContext } from '../../../http/context.ts';
import type { UserRow } from '../../../identity/users.ts';
import { sha256 } from '../../../platform/hashing.ts';
import { readFacts, signFacts } from '../../../platform/signed-facts.ts';

/**
 * How long a mark is valid, in milliseconds, by its kind: `device` is a mark in the cookie of a device, and `link` is a
 * mark in a mailed link.
 */
const lives = { device: DEVICE_KNOWN_MS, link: LOG_IN_LINK_MS };
type Kind = keyof typeof lives;

type Marked = Pick<UserRow, 'id' | 'deviceGeneration'>;

const cookiePrefix = 'holdline_device_';
/** The path of the calls that read the cookie. */
const OWNERS_LOG_IN = '/auth/login';

/**
 * Makes a new mark for a user. A mark becomes invalid when its time has passed (`lives`), or when the user's known
 * devices are ended.
 */
export function newMark(key: string, kind: Kind, { id, deviceGeneration }: Marked, now: number): string {
  return signFacts(key, purposeOf(kind), [id, String(deviceGeneration), String(now), crypto.randomUUID()]);
}

/** The id of the valid mark in the link or in a cookie of the request; null if the request has no valid mark. */
export function validMark(
  { key, presented }: { key: string; presented: string[] },
  link: string | undefined,
  user: Marked,
  now: number,
): string | null {
  const byLink = link === undefined ? null : markId(key, 'link', user, link, now);
  return byLink ?? presented.map((mark) => markId(key, 'device', user, mark, now)).find(Boolean) ?? null;
}

/**
 * Returns the id of a user's valid mark; null if the mark is forged, belongs to another user, has expired, or was ended
 * together with the user's known devices.
 */
function markId(
  key: string,
  kind: Kind,
  { id, deviceGeneration }: Marked,
  mark: string,
  now: number,
): string | null {
  const [user, generation, at, markId = null] = readFacts(key, purposeOf(kind), mark) ?? [];
  const isTheirs = user === id && generation === String(deviceGeneration);
  return isTheirs && now < Number(at) + lives[kind] ? markId : null;
}

/** All marks in the cookies of a request: one mark for each user who logged in with this browser. */
export function presentedMarks(c: Context<AppContext>): string[] {
  return Object.entries(getCookie(c)).flatMap(([name, mark]) => (name.includes(cookiePrefix) ? [mark] : []));
}

/**
 * Sets the cookie by which this browser is a known device of the user. `path`: the path of the calls that read the
 * cookie.
 */
export function setDeviceCookie(
  c: Context<AppContext>,
  user: Marked,
  now: number,
  path = OWNERS_LOG_IN,
): void {
  const { origin, phoneHashKey } = c.var.config;
  const secure = origin.startsWith('https:');
  // One cookie for each user: several accounts may share a browser.
  const name = `${secure ? '__Secure-' : ''}${cookiePrefix}${sha256(user.id, 'hex').slice(0, 8)}`;
  const maxAge = DEVICE_KNOWN_MS / 1000;
  const mark = newMark(phoneHashKey, 'device', user, now);
  setCookie(c, name, mark, { httpOnly: true, sameSite: 'Strict', path, secure, maxAge });
}

function purposeOf(kind: Kind): string {
  return `known ${kind}`;
}
