/**
 * The last act of a logged-in member. The demo business (`scripts/demo`) pauses for two minutes after such an action.
 */

/** The `User-Agent` of the demo's own calls. */
export const DEMO_AGENT = 'Holdline demo';

const looks: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Epoch milliseconds, in the memory of this runtime; 0: no member has acted after the start of the runtime. */
let actedAt = 0;

export const memberActedAt = (): number => actedAt;

/** Remembers the time of a request that is a member's act. */
export function noteMembersAct(request: Pick<Request, 'method' | 'headers'>): void {
  if (isMembersAct(request)) actedAt = Date.now();
}

/**
 * Whether this request is a change by a logged-in member. Reads, requests of guests and the demo's own calls do not
 * count.
 */
export function isMembersAct({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (looks.has(method)) return false;
  const hasLogIn = headers.get('Cookie')?.includes('holdline_session=') ?? false;
  return hasLogIn && headers.get('User-Agent') !== DEMO_AGENT;
}
