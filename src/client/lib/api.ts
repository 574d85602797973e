/** The one way a page talks to the Worker. */
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { refusal } from './refusal.ts';

export { ApiError };

// zod would compile parsers with `new Function`; the page's policy forbids that, and even the try is an error there.
z.config({ jitless: true });

const TIMEOUT_MS = 15_000;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type RequestOptions = {
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

/**
 * Sends one JSON call with cookies and reads its answer by `schema`; without a schema the answer is not read. Throws
 * `ApiError` and nothing else.
 */
export async function request(method: Method, path: string, options?: RequestOptions): Promise<undefined>;
export async function request<Answer>(
  method: Method,
  path: string,
  options: RequestOptions & { schema: z.core.$ZodType<Answer> },
): Promise<Answer>;
export async function request(
  method: Method,
  path: string,
  { body, schema, signal, headers }: RequestOptions & { schema?: z.core.$ZodType } = {},
): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const init: RequestInit = {
    method,
    headers: body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers },
    credentials: 'include',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(path, init).catch(noAnswer);
  if (!response.ok) throw refusal(response.status, await readJson(response));
  if (schema === undefined) return undefined;
  const read = z.safeParse(schema, await readJson(response));
  if (!read.success) throw new ApiError(0, '', 'unreadable_answer');
  return read.data;
}

function noAnswer(): never {
  throw new ApiError(0, '', 'no_answer');
}

/** undefined for anything that is not JSON: a proxy's error page says nothing that could be shown. */
async function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}
