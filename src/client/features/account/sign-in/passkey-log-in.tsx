import { useEffect, useRef } from 'react';
import { passkeyLogInOptions } from '../../../../shared/contracts/account/passkeys.ts';
import { accountCopy } from '../../../../shared/copy/owner/account.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { request } from '../../../lib/api.ts';
import { hasPasskeys, signByPasskey } from '../../../lib/passkeys.ts';
import { submitDeferred } from '../../../site/form/early-submit.ts';
import { SubmitButton } from '../../../site/form/submit-button.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import styles from './auth-page.module.css';
import { welcome } from '../../../member-area/welcome.ts';
import { useSessionStart } from './use-session-start.ts';
import { useSubmission } from './use-submission.ts';

const say = accountCopy.logIn;

/**
 * The button "Log in with a passkey". A log-in with a passkey needs neither password nor code. `isFirst`: whether this
 * is the page's main button.
 */
export function PasskeyLogIn({ isFirst = false }: { isFirst?: boolean }) {
  const words = { failed: say.failed, fallback: say.tryAgain, onFieldErrors: () => {} };
  const { busy: isStarting, start } = useSessionStart({
    ...words,
    path: '/auth/login/passkey',
    onStarted: (user) => welcome(user.name),
  });
  const { busy, submit } = useSubmission({
    ...words,
    send: async (body: object) => {
      if (!hasPasskeys()) return null;
      const options = await request('POST', '/auth/login/passkey/options', {
        body,
        schema: passkeyLogInOptions,
      });
      return signByPasskey(options);
    },
    onDone: (credential) => {
      if (credential !== null) void start({ credential });
      else toast(say.failed, { tone: 'bad', body: securityCopy.passkeys.notChosen });
    },
  });
  // Handles a press that happened before the app had loaded, as `checked-form.tsx` does.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.current) submitDeferred(form.current);
    if (isFirst) form.current?.querySelector('button')?.focus();
  }, [isFirst]);
  return (
    <form
      ref={form}
      method="dialog"
      className={styles.ways}
      onSubmit={(event) => {
        event.preventDefault();
        void submit({});
      }}
    >
      <SubmitButton tone={isFirst ? 'primary' : 'quiet'} busy={busy || isStarting} busyLabel={say.busy}>
        {securityCopy.passkeys.logIn}
      </SubmitButton>
    </form>
  );
}
