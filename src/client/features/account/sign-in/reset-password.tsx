import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { confirmedMailboxAnswer } from '../../../../shared/contracts/account/security.ts';
import {
  resetPasswordForm,
  type ResetPasswordRequest,
} from '../../../../shared/contracts/account/account.ts';
import { accountCopy } from '../../../../shared/copy/owner/account.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { request } from '../../../lib/api.ts';
import { memberKey } from '../../../member-area/member-query.ts';
import { tellUnconfirmed } from '../../../member-area/tell-unconfirmed.ts';
import { usePageTitle } from '../../../site/use-page-title.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { CheckedForm } from '../../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../../site/form/use-checked-form.ts';
import { useLinkToken } from './use-link-token.ts';
import { useSubmission } from './use-submission.ts';

const say = accountCopy.reset;

/** `/reset?token=` (`docs/spec.md` sections 2, 4 and 5). Without a token the page redirects to `/forgot`. */
export function ResetPassword() {
  const token = useLinkToken('/reset');
  const navigate = useNavigate();
  const isMissing = token === null;
  useEffect(() => {
    if (!isMissing) return;
    toast(say.linkInvalid, { tone: 'bad', body: say.linkInvalidBody });
    void navigate('/forgot', { replace: true });
  }, [isMissing, navigate]);
  return token === null ? null : <NewPassword token={token} />;
}

/** Shows the form for a new password. After the form was sent, shows the success panel. */
function NewPassword({ token }: { token: string }) {
  const [done, setDone] = useState<{ isTrialOver: boolean } | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const queryClient = useQueryClient();
  const form = useCheckedForm(resetPasswordForm);
  const { busy, submit } = useSubmission({
    send: (body: ResetPasswordRequest) =>
      request('POST', '/auth/reset-password', { body, schema: confirmedMailboxAnswer }),
    failed: say.failed,
    fallback: say.tryAgain,
    onDone: ({ trialOver: isTrialOver = false, unconfirmedAt }) => {
      // The reset ended all sessions, including a session of this browser, so the member is removed from the cache.
      queryClient.removeQueries({ queryKey: memberKey });
      toast(say.done, { body: say.doneBody });
      tellUnconfirmed(unconfirmedAt);
      flushSync(() => setDone({ isTrialOver }));
      title.current?.focus();
    },
    onFieldErrors: form.showServerErrors,
  });
  usePageTitle(done ? say.doneTitle : say.title);

  if (done) {
    return (
      <AuthPage titleRef={title} title={say.doneTitle} intro={say.doneBody}>
        {done.isTrialOver && <p className={styles.note}>{securityCopy.verify.trialOverBody}</p>}
        <div className={styles.ways}>
          <Link to="/login" className={buttonClass({ wide: true })}>
            {say.toLogIn}
          </Link>
        </div>
      </AuthPage>
    );
  }

  return (
    <AuthPage titleRef={title} title={say.title} intro={say.intro}>
      <CheckedForm form={form} busy={busy} onTyped={({ newPassword }) => void submit({ token, newPassword })}>
        <NewPasswordFields
          form={form}
          name="newPassword"
          label={say.password}
          hint={say.passwordHint}
          confirmLabel={say.confirmPassword}
        />
        <div className={styles.submit}>
          <Button type="submit" wide busy={busy} busyLabel={say.busy}>
            {say.submit}
          </Button>
        </div>
        <Link to="/forgot" className={styles.otherWay}>
          {say.newLink}
        </Link>
      </CheckedForm>
    </AuthPage>
  );
}
