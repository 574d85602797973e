import { useState } from 'react';
import { ApiError, request } from '../../../lib/api.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';

type Submission<Body> = {
  path: '/auth/forgot-password' | '/auth/reset-password';
  failed: string;
  fallback: string;
  onDone: (sent: Body) => void;
  onFieldErrors: (found: Record<string, string[]>) => void;
};

/** Sends a form to a call without an answer body, and shows a toast if it fails. */
export function useSubmission<Body extends object>({
  path,
  failed,
  fallback,
  onDone,
  onFieldErrors,
}: Submission<Body>) {
  const [busy, setBusy] = useState(false);

  async function submit(body: Body): Promise<void> {
    setBusy(true);
    try {
      await request('POST', path, { body });
      // Removes the error toast of an earlier try.
      dismissToasts();
      onDone(body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onFieldErrors(error.fieldErrors);
      toast(failed, { tone: 'bad', body: error.message || fallback });
    } finally {
      setBusy(false);
    }
  }

  return { busy, submit };
}
