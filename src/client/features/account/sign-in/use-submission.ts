import { useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';

type Submission<Body, Answer> = {
  send: (body: Body) => Promise<Answer>;
  failed: string;
  fallback: string;
  onDone: (answer: Answer, sent: Body) => void;
  /** Shows the errors at the fields, or `fault` at the form if no field has an error. */
  onFieldErrors: (found: Record<string, string[]>, fault: string) => void;
};

/** Sends a form, and shows a toast if the call fails. */
export function useSubmission<Body extends object, Answer>({
  send,
  failed,
  fallback,
  onDone,
  onFieldErrors,
}: Submission<Body, Answer>) {
  const [busy, setBusy] = useState(false);

  async function submit(body: Body): Promise<void> {
    setBusy(true);
    try {
      const answer = await send(body);
      // Removes the error toast of an earlier attempt, if there is one.
      dismissToasts();
      onDone(answer, body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const reason = error.message || fallback;
      onFieldErrors(error.fieldErrors, reason);
      toast(failed, { tone: 'bad', body: reason });
    } finally {
      setBusy(false);
    }
  }

  return { busy, submit };
}
