import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { ApiError } from '../../lib/api.ts';
import { memberKey } from '../../member-area/member-query.ts';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import { securityQuery } from './security-query.ts';

type Call = {
  /** The title of the toast after a failure. */
  failed: string;
  onFieldErrors?: (found: Record<string, string[]>) => void;
  /** Whether the call ends this session. Nothing is refetched after a call that ends the session. */
  endsLogIn?: boolean;
};

/**
 * A mutation of this page. Shows a toast if the mutation fails, and refetches the data after success. `run` resolves to
 * the call's answer, or to null if the call failed.
 */
export function useCall({ failed, onFieldErrors, endsLogIn = false }: Call) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function run<Answer>(call: () => Promise<Answer>): Promise<{ answer: Answer } | null> {
    setBusy(true);
    try {
      const answer = await call();
      // Removes the error toast of an earlier attempt, if there is one.
      dismissToasts();
      if (!endsLogIn) {
        // The code does not wait for the refetch, so that the person sees the answer (for example recovery codes) at
        // once.
        void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });
        void queryClient.invalidateQueries({ queryKey: memberKey });
      }
      return { answer };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The session has ended, so the page redirects to /login.
      if (error.code === 'not_logged_in') queryClient.setQueryData(memberKey, null);
      onFieldErrors?.(error.fieldErrors);
      toast(failed, { tone: 'bad', body: error.message || securityCopy.tryAgain });
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { busy, run };
}
