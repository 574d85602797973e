/** The calls of the product's API that make and run the demo business, with the necessary log-ins. */
import * as z from 'zod/mini';
import { DEMO_AGENT } from '../../src/worker/development/member-acts.ts';
import { demoAdmin, demoOwner } from './demo-business.ts';

/** Sends one request to a path of the product over the network; in a test, directly to the Worker. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** Sends to the product at `origin`. After `stop` is aborted, requests fail. */
export function sendTo(origin: string, stop: AbortSignal): Send {
  return (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('user-agent', DEMO_AGENT);
    return fetch(new URL(path, origin), { signal: stop, ...init, headers });
  };
}

/**
 * Posts JSON. Without `body`, the request has no body, because the local runtime closes the connection after a body
 * that the server does not read. The next request would then fail.
 */
export function post(
  send: Send,
  path: string,
  { body, ...headers }: { body?: unknown; cookie?: string; authorization?: string } = {},
): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Throws if the call was refused. */
export async function answerOf(answer: Response, path: string): Promise<unknown> {
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/**
 * Logs the demo's owner in and returns the cookie. Returns null if the server refuses username or password (401).
 * Throws for any other failure.
 */
export async function logInAsDemoOwner(send: Send): Promise<string | null> {
  const { username: emailOrUsername, password } = demoOwner;
  const path = '/auth/login';
  const answer = await post(send, path, { body: { emailOrUsername, password } });
  if (answer.status === 401) {
    await answer.arrayBuffer();
    return null;
  }
  await answerOf(answer, path);
  return cookieOf(answer);
}

/**
 * Runs `work` with an admin log-in, then logs out. `work` gets a function that posts and throws if the post is refused.
 */
export async function asDemoAdmin<Result>(
  send: Send,
  work: (post: (path: string, body: unknown) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const loggedIn = await post(send, '/admin/login', { body: demoAdmin });
  await answerOf(loggedIn, '/admin/login');
  const cookie = cookieOf(loggedIn);
  const result = await work(async (path, body) => answerOf(await post(send, path, { body, cookie }), path));
  await answerOf(await post(send, '/admin/logout', { cookie }), '/admin/logout');
  return result;
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

const memberActs = z.object({ memberActedAt: z.number() });

/** Time of the last action by a logged-in member (epoch milliseconds); 0: no action after the start of the server. */
export async function askMemberActedAt(send: Send): Promise<number> {
  const path = '/dev/member-acts';
  return memberActs.parse(await answerOf(await send(path, {}), path)).memberActedAt;
}
