import { useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { FORM_SHOWN_MIN_MS } from '../../../shared/typing/form-limits.ts';
import { ApiError, request } from '../../lib/api.ts';
import { NO_SENTENCE } from '../../lib/refusal.ts';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import { humanCheckToken, renewHumanCheck } from './human-check.tsx';
import { removeDraft, useSavedDraft } from './use-saved-draft.ts';

type Form = {
  path: '/feedback/submit' | '/sales/inquiry';
  ref: RefObject<HTMLFormElement | null>;
  say: { done: string; doneBody: string; failed: string };
  onFieldErrors: (found: Record<string, string[]>) => void;
};

/** This time is added to the delay before a fast form is sent, because a timer may fire a little early. */
const EARLY_MS = 50;

/**
 * Sends the feedback form or the sales form, and then opens the home page (`docs/spec.md` sections 2 and 8). A form
 * that was filled in very fast is sent later, because the server's bot check would drop a fast message and still report
 * success.
 */
export function useMessageForm({ path, ref, say, onFieldErrors }: Form) {
  const navigate = useNavigate();
  useSavedDraft(ref, path);
  const [shownAtMs] = useState(() => performance.now());
  const [busy, setBusy] = useState(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const shownForMs = () => Math.floor(performance.now() - shownAtMs);

  async function send(typed: object): Promise<void> {
    setBusy(true);
    try {
      const early = FORM_SHOWN_MIN_MS - shownForMs();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early + EARLY_MS));
      const token = await humanCheckToken();
      const checked = token === null ? {} : { 'cf-turnstile-response': token };
      await request('POST', path, { body: { ...typed, ...checked, shownForMs: shownForMs() } });
      removeDraft(path);
      // Removes the error toast of an earlier attempt, if there is one.
      dismissToasts();
      toast(say.done, { body: say.doneBody });
      // If the visitor has opened another page while the form was sent, the visitor stays on that page.
      if (isShown.current) await navigate('/');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      renewHumanCheck();
      onFieldErrors(error.fieldErrors);
      const isExplained = error.message !== '' && error.code !== NO_SENTENCE;
      toast(isExplained ? error.message : say.failed, { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }

  return { busy, send };
}
