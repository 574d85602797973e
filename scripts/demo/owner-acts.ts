/** Whether a request is the act of a person who is logged in as an owner, as opposed to looks, to guests and to the demo's own calls. */
import type { IncomingMessage } from 'node:http';
import { DEMO_AGENT } from './calls.ts';

const looks: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isOwnersAct({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const hasLogIn = headers.cookie?.includes('holdline_session=') ?? false;
  return hasLogIn && !looks.has(method) && headers['user-agent'] !== DEMO_AGENT;
}
