/** HTTP calls to a server that may be killed at any time. A missing answer is a normal result. */
import type { KillableServer } from './killable-server.ts';

export type Call = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
};

/** An answer: a status below 500, and the JSON body (null if empty). */
type Answer = { status: number; body: unknown };

/** Time limit for an answer. If a running server does not answer in this time, the bench fails. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Waits until the server runs, and calls it once. Null if the server was killed before its answer. Throws if a running
 * server fails: broken connection, timeout, or a status of 500 and above.
 */
async function ask(server: KillableServer, call: Call): Promise<Answer | null> {
  const { origin, life } = await server.running();
  try {
    const response = await fetch(new URL(call.path, origin), {
      method: call.method,
      headers: { ...(call.body && { 'content-type': 'application/json' }), ...call.headers },
      ...(call.body && { body: JSON.stringify(call.body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await response.text();
    // During the kill, one process may still answer with an error, because another process is already dead.
    if (response.status >= 500) throw new Error(`${named(call)} answered ${response.status}: ${text}`);
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  } catch (error) {
    if (server.isAlive(life)) throw new Error(`${named(call)} failed on a living server`, { cause: error });
    return null;
  }
}

/** Repeats a call until the server answers. `asked` is the number of tries. */
export async function askUntilAnswered(
  server: KillableServer,
  call: Call,
): Promise<Answer & { asked: number }> {
  for (let asked = 1; ; asked += 1) {
    const answer = await ask(server, call);
    if (answer !== null) return { ...answer, asked };
  }
}

/** Like `askUntilAnswered`, but throws if the status is not 2xx. */
export async function mustSucceed(server: KillableServer, call: Call): Promise<unknown> {
  const { status, body } = await askUntilAnswered(server, call);
  if (status < 200 || status > 299) {
    throw new Error(`${named(call)} answered ${status}: ${JSON.stringify(body)}`);
  }
  return body;
}

function named(call: Call): string {
  return `${call.method} ${call.path}`;
}
