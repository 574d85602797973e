/** The API client of all pages. */
import { ApiError } from './api-error.ts';
import { refusal } from './refusal.ts';
import { serverClock } from './server-clock.ts';

export { ApiError };

const TIMEOUT_MS = 15_000;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A parser of answers: a schema of `zod/mini`, or a smaller type guard with the same method. */
export type AnswerReader<Answer> = {
  safeParse: (body: unknown) => { success: true; data: Answer } | { success: false };
};

export type RequestOptions = {
  /** The body of the call. It is sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The answer to this call, if another script has already sent the call. */
  sent?: Promise<Response> | undefined;
  /** Parses a refusal whose body is not the usual JSON. */
  readRefusal?: (response: Response) => Promise<ApiError>;
};

/**
 * Sends a JSON call with cookies and parses the answer by `schema`. Without a schema the answer's body is ignored.
 * Throws only `ApiError`.
 */
export async function request(method: Method, path: string, options?: RequestOptions): Promise<undefined>;
export async function request<Answer>(
  method: Method,
  path: string,
  options: RequestOptions & { schema: AnswerReader<Answer> },
): Promise<Answer>;
export async function request(
  method: Method,
  path: string,
  {
    body,
    schema,
    signal,
    headers,
    sent,
    readRefusal = readJsonRefusal,
  }: RequestOptions & { schema?: AnswerReader<unknown> } = {},
): Promise<unknown> {
  const init: RequestInit = {
    method,
    headers: body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers },
    credentials: 'include',
    // 'no-cache' revalidates each answer. If the cache answered without revalidation, the Back button could show a
    // member's page after a log-out.
    cache: method === 'GET' ? 'no-cache' : 'default',
    signal: untilTimeout(signal),
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  const sentAtMs = performance.now();
  const response = await (sent ?? fetch(path, init)).catch(noAnswer);
  // The `Date` header has only whole seconds, rounded down. If a socket message has already given the time in
  // milliseconds, the clock keeps this more exact time.
  serverClock.adopt(response.headers.get('date') ?? '', performance.now() - sentAtMs);
  if (!response.ok) throw await readRefusal(response);
  if (schema === undefined) return undefined;
  const read = schema.safeParse(await readJson(response));
  if (!read.success) throw new ApiError(0, '', 'unreadable_answer');
  return read.data;
}

/**
 * Combines the timeout with the caller's signal. The code does not use `AbortSignal.any`, because the browsers of older
 * phones lack it.
 */
function untilTimeout(signal: AbortSignal | undefined): AbortSignal {
  const stop = new AbortController();
  const abort = () => stop.abort();
  setTimeout(abort, TIMEOUT_MS);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return stop.signal;
}

function noAnswer(): never {
  throw new ApiError(0, '', 'no_answer');
}

async function readJsonRefusal(response: Response): Promise<ApiError> {
  return refusal(response.status, await readJson(response));
}

/**
 * Reads the body as JSON. Returns undefined if the body is not JSON, for example if it is the error page of a proxy.
 */
export async function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}
