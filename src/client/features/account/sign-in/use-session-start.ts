import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sessionAnswer, type AccountView } from '../../../../shared/contracts/account/view.ts';
import type { SecondStepKind } from '../../../../shared/contracts/account/passkey-signature.ts';
import { ApiError, request } from '../../../lib/api.ts';
import { ownerKey, type OwnerSnapshot } from '../../../owner-area/owner-query.ts';
import { rememberSignIn } from '../../../owner-area/signed-in-hint.ts';
import { tellUnconfirmed } from '../../../owner-area/tell-unconfirmed.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';

/** The second step that a refused log-in asks for. */
const kindsByRefusal = new Map<string, SecondStepKind>([
  ['second_step_required', 'app'],
  ['passkey_required', 'passkey'],
]);

type SessionStart = {
  path: '/auth/login' | '/auth/login/passkey' | '/auth/signup';
  failed: string;
  fallback: string;
  onStarted: (user: AccountView) => void;
  /** Shows the errors at the fields, or `fault` at the form if there are none. */
  onFieldErrors: (found: Record<string, string[]>, fault: string) => void;
  /** Called if the password was right and the account's second step is on, with its kind. */
  onSecondStep?: (kind: SecondStepKind) => void;
};

/** The call of log-in and sign-up, its toasts, and the redirect to the dashboard (`docs/spec.md` section 2). */
export function useSessionStart({
  path,
  failed,
  fallback,
  onStarted,
  onFieldErrors,
  onSecondStep,
}: SessionStart) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function start(body: object): Promise<void> {
    setBusy(true);
    const askedAtMs = performance.now();
    try {
      const { user, unconfirmedAt } = await request('POST', path, { body, schema: sessionAnswer });
      // Data of a previously logged-in account must not be shown to this account.
      queryClient.clear();
      queryClient.setQueryData<OwnerSnapshot>(ownerKey, { user, askedAtMs });
      rememberSignIn();
      // Removes the error toast of an earlier try.
      dismissToasts();
      onStarted(user);
      await navigate('/business/dashboard');
      tellUnconfirmed(unconfirmedAt);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const kind = error.code && kindsByRefusal.get(error.code);
      if (kind && onSecondStep) {
        dismissToasts();
        return onSecondStep(kind);
      }
      const reason = error.message || fallback;
      onFieldErrors(error.fieldErrors, reason);
      toast(failed, { tone: 'bad', body: reason });
    } finally {
      setBusy(false);
    }
  }

  return { busy, start };
}
