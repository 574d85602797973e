/**
 * Stores when a logged-in member last changed something. The demo business (`scripts/demo`) pauses for two minutes
 * after such a change.
 */

/** The `User-Agent` of the demo's own calls. */
export const DEMO_AGENT = 'Holdline demo';

const looks: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The time of the last change, in epoch milliseconds; 0: no change since this runtime started. */
let actedAt = 0;

export const memberActedAt = (): number => actedAt;

/** Stores the current time if the request is a change by a member. */
export function noteMembersAct(request: Pick<Request, 'method' | 'headers'>): void {
  if (isMembersAct(request)) actedAt = Date.now();
}

/**
 * Whether this request is a change by a logged-in member. Reads, requests of guests and the demo's own calls are not
 * such changes.
 */
export function isMembersAct({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (looks.has(method)) return false;
  const hasLogIn = headers.get('Cookie')?.includes('holdline_session=') ?? false;
  return hasLogIn && headers.get('User-Agent') !== DEMO_AGENT;
}
