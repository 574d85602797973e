import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../lib/api.ts';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import { adminKey, businessKey, useAskAdmin, wordsOf } from './admin-calls.ts';

const done = z.object({ success: z.literal(true) });

/**
 * Makes a POST that changes something, shows the result in a toast, and refetches the page's data. The found business
 * is refetched only if `changesBusiness` is true.
 */
export function useChange(
  path: string,
  words: { done: string; failed: string },
  { changesBusiness = false } = {},
) {
  const ask = useAskAdmin();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  /** Sends the change. Returns whether the change was made. */
  async function change(body: object): Promise<boolean> {
    setBusy(true);
    try {
      await ask('POST', path, { body, schema: done });
      // Removes the error toast of an earlier attempt, if there is one.
      dismissToasts();
      toast(words.done);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(wordsOf(error, words.failed), { tone: 'bad' });
      return false;
    } finally {
      setBusy(false);
      // The data are also refetched after a failure, because a part of the change may have been made.
      await client.invalidateQueries({
        queryKey: adminKey,
        predicate: ({ queryKey }) => changesBusiness || queryKey[1] !== businessKey[1],
      });
    }
  }
  return { busy, change };
}
