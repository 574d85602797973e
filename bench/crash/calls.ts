/** Calls to a server that may be killed at any moment: no answer is a result like any other. */
import type { KillableServer } from './killable-server.ts';

export type Call = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
};

/** What was answered: any status below 500, and the JSON body (null of an empty one). */
type Answer = { status: number; body: unknown };

/** Longer than any answer may take: a server that lives and says nothing is a failure, not a crash. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Asks once, as soon as the server answers. Null when the server was killed before its answer was there. Throws when
 * a living server fails: a broken connection, no answer in time or a status of 500 and above.
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
    // While it dies, one of its processes may still say that another is gone.
    if (response.status >= 500) throw new Error(`${named(call)} answered ${response.status}: ${text}`);
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  } catch (error) {
    if (server.isAlive(life)) throw new Error(`${named(call)} failed on a living server`, { cause: error });
    return null;
  }
}

/** Asks until there is an answer. `asked` counts the tries. */
export async function askUntilAnswered(
  server: KillableServer,
  call: Call,
): Promise<Answer & { asked: number }> {
  for (let asked = 1; ; asked += 1) {
    const answer = await ask(server, call);
    if (answer !== null) return { ...answer, asked };
  }
}

/** As `askUntilAnswered`, for what has to succeed. Throws on every status but 2xx. */
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
