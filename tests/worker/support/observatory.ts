/**
 * The checks and scores of MDN's HTTP Observatory (package `@mdn/mdn-http-observatory` 1.4.8, algorithm 4) for one
 * answer on https. Two checks are left out because they give no points: the redirect from http and the preload list.
 */

/** The points that each check adds to 100 or takes from 100. */
type Points = Record<
  'csp' | 'cookies' | 'cors' | 'referrer' | 'transport' | 'scripts' | 'contentType' | 'frames' | 'resources',
  number
>;

const SIX_MONTHS_SECONDS = 15_552_000;

/** Grades one answer. `html`: the text of a page. */
export function gradeOf(headers: Headers, html = ''): { points: Points; score: number; grade: string } {
  const policy = parsedPolicy(headers.get('Content-Security-Policy'));
  const points: Points = {
    csp: policyPoints(policy),
    cookies: cookiePoints(headers.getSetCookie()),
    // The Observatory takes away points only if CORS allows credentials. Other tests check that there is no CORS.
    cors: headers.get('Access-Control-Allow-Credentials') === 'true' ? -50 : 0,
    referrer: referrerPoints(headers.get('Referrer-Policy')),
    transport: transportPoints(headers.get('Strict-Transport-Security')),
    scripts: scriptPoints(html),
    contentType: headers.get('X-Content-Type-Options') === 'nosniff' ? 0 : -5,
    frames: framePoints(policy, headers.get('X-Frame-Options')),
    resources: resourcePoints(headers.get('Cross-Origin-Resource-Policy')),
  };
  const all = Object.values(points);
  const lost = all.filter((each) => each < 0).reduce((sum, each) => sum + each, 0);
  const gained = all.filter((each) => each > 0).reduce((sum, each) => sum + each, 0);
  // Extra points count only if the score without them is at least 90.
  const score = 100 + lost >= 90 ? 100 + lost + gained : 100 + lost;
  return { points, score, grade: gradeForScore(score) };
}

type Policy = Map<string, string[]> | null;

function parsedPolicy(header: string | null): Policy {
  if (header === null) return null;
  return new Map(
    header.split(';').flatMap((directive) => {
      const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/);
      return name === '' ? [] : [[name, sources] as const];
    }),
  );
}

const broad = ['*', 'http:', 'https:', 'ftp:', 'data:', 'blob:'];

function policyPoints(policy: Policy): number {
  if (policy === null) return -25;
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const unsafe = (sources: string[]) => {
    const hasNonce = sources.some((source) => /^'(nonce|sha\d+)-/.test(source));
    return sources.some((source) => broad.includes(source) || (source === "'unsafe-inline'" && !hasNonce));
  };
  if (unsafe(of('script-src')) || of('object-src').some((source) => broad.includes(source))) return -20;
  const all = [...policy.values()].flat();
  if (all.some((source) => /^(http|ftp):/.test(source))) return -20;
  if (all.includes("'unsafe-eval'")) return -10;
  if (unsafe(of('style-src'))) return 0;
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5;
}

function cookiePoints(cookies: string[]): number {
  if (cookies.length === 0) return 0;
  const each = cookies.map((cookie) => cookie.toLowerCase().split(/;\s*/));
  const isSession = ([pair]: string[]) => /login|sess/.test(pair?.split('=')[0] ?? '');
  if (each.some((cookie) => !cookie.includes('secure'))) return each.some(isSession) ? -40 : -20;
  if (each.some((cookie) => isSession(cookie) && !cookie.includes('httponly'))) return -30;
  return each.every((cookie) => cookie.some((part) => /^samesite=(lax|strict)$/.test(part))) ? 5 : 0;
}

function referrerPoints(policy: string | null): number {
  if (policy === null) return 0;
  return /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(policy) ? 5 : -5;
}

function transportPoints(header: string | null): number {
  const seconds = Number(/^max-age=(\d+)(;|$)/.exec(header ?? '')?.[1]);
  if (Number.isNaN(seconds)) return -20;
  return seconds >= SIX_MONTHS_SECONDS ? 0 : -10;
}

/** A script of our own origin needs no integrity attribute. Only a script of another origin needs this attribute. */
function scriptPoints(html: string): number {
  const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]*)"/g)].map(([, source]) => source ?? '');
  return sources.every((source) => /^\/(?!\/)/.test(source)) ? 0 : -5;
}

function framePoints(policy: Policy, header: string | null): number {
  if (policy?.has('frame-ancestors')) return 5;
  return /^(deny|sameorigin)$/i.test(header ?? '') ? 0 : -20;
}

function resourcePoints(policy: string | null): number {
  if (policy === null) return 0;
  return /^same-(origin|site)$/.test(policy) ? 10 : 0;
}

function gradeForScore(score: number): string {
  const grades: [from: number, grade: string][] = [
    [100, 'A+'],
    [90, 'A'],
    [85, 'A-'],
    [80, 'B+'],
    [70, 'B'],
    [65, 'B-'],
    [60, 'C+'],
    [50, 'C'],
    [45, 'C-'],
    [40, 'D+'],
    [30, 'D'],
    [25, 'D-'],
  ];
  return grades.find(([from]) => score >= from)?.[1] ?? 'F';
}
