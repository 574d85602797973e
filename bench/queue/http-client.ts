/** HTTP client of the benches: a fixed number of keep-alive connections, with a time for each call. */
import { Agent, request } from 'node:http';

export type Call = { method: string; path: string; headers?: Record<string, string>; body?: string };

/** `ms`: the time from just before the call is sent until the whole answer has arrived. */
export type Answer = { status: number; body: string; ms: number };

export type HttpClient = {
  /** Rejects if there is no answer. An answer may have any status. */
  call(call: Call): Promise<Answer>;
  close(): void;
};

/**
 * The client closes a connection that is idle for this time, because the runtime closes idle connections after five
 * seconds. A call just when the runtime closes the connection would get no answer.
 */
const IDLE_MS = 4_000;

/** At most `connections` calls run at once. Further calls wait for a free connection. */
export function connect(origin: string, connections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: IDLE_MS });
  const { hostname, port } = new URL(origin);
  return {
    close: () => agent.destroy(),
    call: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const sentAt = performance.now();
        const sent = request(
          { agent, host: hostname, port, method, path, headers: { ...headers, ...length } },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('error', reject);
            answer.on('end', () => {
              const ms = performance.now() - sentAt;
              resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString(), ms });
            });
          },
        );
        sent.on('error', reject);
        sent.end(body);
      }),
  };
}

/** Returns the answer if it has the expected status. Otherwise throws an error with the answer's content. */
export function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer;
  throw new Error(`Expected ${status}, but ${answer.status} came: ${answer.body.slice(0, 300)}`);
}

/** Runs `work` for every item, at most `atOnce` at a time. Resolves with the results in the items' order. */
export async function inParallel<Item, Result>(
  items: Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
