/** The calls by which the demo business is made and kept alive: the product's own, with the log-ins that they need. */
import { demoAdmin, demoOwner } from './demo-business.ts';

/** Sends one request to the product at a path of it: over the network, or in a test to the Worker itself. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** How these calls name themselves, so that they are not taken for those of a person. */
export const DEMO_AGENT = 'Holdline demo';

/** Sends to the product at `origin`, until `stop`. */
export function sendTo(origin: string, stop: AbortSignal): Send {
  return (path, init) =>
    fetch(new URL(path, origin), {
      signal: stop,
      ...init,
      headers: { ...init.headers, 'user-agent': DEMO_AGENT },
    });
}

/** Posts JSON. */
export function post(
  send: Send,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** What an answer says. Throws where it is no yes. */
export async function answerOf(answer: Response, path: string): Promise<unknown> {
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Logs the demo's owner in; answers the cookie, or null where that is not possible any more. */
export async function logInAsDemoOwner(send: Send): Promise<string | null> {
  const { username: emailOrUsername, password } = demoOwner;
  const answer = await post(send, '/auth/login', { emailOrUsername, password });
  await answer.arrayBuffer();
  return answer.ok ? cookieOf(answer) : null;
}

/** Does `work` in the admin's room, with posts that throw where they are refused, and logs out. */
export async function asDemoAdmin<Result>(
  send: Send,
  work: (post: (path: string, body: unknown) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const loggedIn = await post(send, '/admin/login', demoAdmin);
  await answerOf(loggedIn, '/admin/login');
  const headers = { cookie: cookieOf(loggedIn) };
  const result = await work(async (path, body) => answerOf(await post(send, path, body, headers), path));
  await answerOf(await post(send, '/admin/logout', {}, headers), '/admin/logout');
  return result;
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
