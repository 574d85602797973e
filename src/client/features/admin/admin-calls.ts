/**
 * The calls of the admin page. When the session has ended, the page locks: then the page shows only the log-in form.
 */
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { adminView, type AdminView } from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { ApiError, request, type AnswerReader } from '../../lib/api.ts';

/** The query key of all data of this page. */
export const adminKey = ['admin'] as const;
const meKey = [...adminKey, 'me'] as const;
/** The query key of the business that was searched for. Each call for a business adds an entry to the audit log. */
export const businessKey = [...adminKey, 'business'] as const;

/**
 * The operator who is logged in. Null if the page is locked. If the first check of the session fails, the page also
 * shows the log-in.
 */
export const adminQuery = queryOptions({
  queryKey: meKey,
  queryFn: async ({ signal, client }) => {
    try {
      return await request('GET', '/admin/me', { schema: adminView, signal });
    } catch (error) {
      if (!isLoggedOut(error)) throw error;
      removeCached(client);
      return null;
    }
  },
});

/**
 * Unlocks the page for this admin. Cancels a check of the session that began before the log-in, because the result of
 * that check would lock the page again.
 */
export async function unlock(client: QueryClient, admin: AdminView): Promise<void> {
  await client.cancelQueries({ queryKey: meKey });
  client.setQueryData(adminQuery.queryKey, admin);
}

type Asking<Answer> = { schema: AnswerReader<Answer>; signal?: AbortSignal; body?: object };

/**
 * Makes a call as the admin. If the session has ended, locks the page and removes the page's data. Throws `ApiError`.
 */
export function useAskAdmin() {
  const client = useQueryClient();
  return async function ask<Answer>(
    method: 'GET' | 'POST',
    path: string,
    { schema, ...options }: Asking<Answer>,
  ): Promise<Answer> {
    try {
      return await request(method, path, {
        ...options,
        schema,
        ...(method === 'POST' && { readRefusal: readPlainRefusal }),
      });
    } catch (error) {
      if (isLoggedOut(error)) {
        client.setQueryData(adminQuery.queryKey, null);
        removeCached(client);
      }
      throw error;
    }
  };
}

function isLoggedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function removeCached(client: QueryClient): void {
  client.removeQueries({ queryKey: adminKey, predicate: ({ queryKey }) => queryKey[1] !== meKey[1] });
}

/**
 * Reads the plain-text refusal of a POST below `/admin` (`docs/spec.md` section 7). For a refusal with another content
 * type the message is ''.
 */
export async function readPlainRefusal(response: Response): Promise<ApiError> {
  const isPlain = response.headers.get('Content-Type')?.startsWith('text/plain') ?? false;
  // If the network cut off the body, the message is '', and the callers show their own message.
  const text = await response.text().catch(() => '');
  return new ApiError(response.status, isPlain ? text.trim() : '');
}

/** The message of a failed call (`docs/spec.md` section 8): a network error, the answer's text, or the fallback. */
export function wordsOf(error: ApiError, fallback: string): string {
  return error.code === 'no_answer' ? adminCopy.networkError : error.message || fallback;
}
