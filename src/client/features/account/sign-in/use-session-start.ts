import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sessionAnswer, type AccountView } from '../../../../shared/contracts/account/view.ts';
import type { SecondStepKind } from '../../../../shared/contracts/account/passkey-signature.ts';
import { ApiError, request } from '../../../lib/api.ts';
import { memberKey, type MemberSnapshot } from '../../../member-area/member-query.ts';
import { rememberSignIn } from '../../../member-area/signed-in-hint.ts';
import { tellUnconfirmed } from '../../../member-area/tell-unconfirmed.ts';
import { welcomeOnNextPage } from '../../../member-area/use-welcome.ts';
import { hasOtherLanguage } from '../../../site/load-in-language.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';

/** Maps the code of a refused log-in to the kind of second step that the log-in needs. */
const kindsByRefusal = new Map<string, SecondStepKind>([
  ['second_step_required', 'app'],
  ['passkey_required', 'passkey'],
]);

const DASHBOARD = '/business/dashboard';

type SessionStart = {
  path: '/auth/login' | '/auth/login/passkey' | '/auth/signup';
  failed: string;
  fallback: string;
  onStarted: (user: AccountView) => void;
  /** Shows the errors at the fields, or `fault` at the form if no field has an error. */
  onFieldErrors: (found: Record<string, string[]>, fault: string) => void;
  /** Called if the password was right and the account's second step is on. Gets the kind of the second step. */
  onSecondStep?: (kind: SecondStepKind) => void;
};

/**
 * Sends a log-in or sign-up, shows a toast, and redirects to the dashboard (`docs/spec.md` section 2). If the account's
 * language is not the page's language, the dashboard shows the toast, in the account's language.
 */
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
      queryClient.setQueryData<MemberSnapshot>(memberKey, { user, askedAtMs });
      rememberSignIn();
      // Removes the error toast of an earlier attempt, if there is one.
      dismissToasts();
      if (hasOtherLanguage(DASHBOARD)) {
        welcomeOnNextPage();
        return tellUnconfirmed(unconfirmedAt, () => window.location.assign(DASHBOARD));
      }
      onStarted(user);
      await navigate(DASHBOARD);
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
