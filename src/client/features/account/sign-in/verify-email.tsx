import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { confirmedMailboxAnswer, verifiedAccount } from '../../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { request } from '../../../lib/api.ts';
import { memberQuery } from '../../../member-area/member-query.ts';
import { wasSignedIn } from '../../../member-area/signed-in-hint.ts';
import { usePageTitle } from '../../../site/use-page-title.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { useLinkToken } from './use-link-token.ts';
import { useCall } from '../use-call.ts';

const say = securityCopy.verify;

type State = 'asked' | 'done' | 'trialOver' | 'notMine' | 'ended';

/**
 * `/verify?token=`: a page with one button. Only a press of the button uses up the link, because mail scanners open
 * links.
 */
export function VerifyEmail() {
  const token = useLinkToken('/verify');
  const [state, setState] = useState<State>(token === null ? 'ended' : 'asked');
  const title = useRef<HTMLHeadingElement>(null);
  const [signedInBefore] = useState(wasSignedIn);
  const member = useQuery({ ...memberQuery, enabled: signedInBefore });
  const { busy, run } = useCall({
    failed: say.failed,
    // An error of the field `token` means that the link has expired or was already used.
    onFieldErrors: (found) => found['token'] && show('ended'),
  });
  // The page also works without the account's data, because only the server decides whether the link is valid.
  const { data: account } = useQuery({
    queryKey: ['verified-account', token],
    enabled: token !== null,
    retry: false,
    queryFn: () =>
      request('POST', '/auth/verify-email/account', { body: { token }, schema: verifiedAccount }),
  });
  const shown = {
    asked: {
      title: say.title,
      intro: account ? say.introOf(account.email, account.name, account.username) : say.intro,
    },
    notMine: { title: say.notMineTitle, intro: say.notMineBody },
    done: { title: say.doneTitle, intro: say.doneBody },
    trialOver: { title: say.doneTitle, intro: say.trialOverBody },
    ended: { title: say.endedTitle, intro: securityCopy.email.linkEnded },
  }[state];
  usePageTitle(shown.title);

  async function confirm(): Promise<void> {
    const body = { token };
    const done = await run(() =>
      request('POST', '/auth/verify-email', { body, schema: confirmedMailboxAnswer }),
    );
    if (done !== null) show(done.answer.trialOver ? 'trialOver' : 'done');
  }

  async function disown(): Promise<void> {
    const done = await run(() => request('POST', '/auth/verify-email/not-mine', { body: { token } }));
    if (done !== null) show('notMine');
  }

  function show(next: State): void {
    flushSync(() => setState(next));
    title.current?.focus();
  }

  return (
    <AuthPage titleRef={title} title={shown.title} intro={shown.intro} isLoggedIn={member.data != null}>
      <div className={styles.ways}>
        {state === 'asked' && (
          <>
            <Button wide busy={busy} busyLabel={say.busy} onClick={() => void confirm()}>
              {say.submit}
            </Button>
            <Button tone="quiet" wide disabled={busy} onClick={() => void disown()}>
              {say.notMine}
            </Button>
          </>
        )}
        {state === 'done' && (
          <Link to="/business/dashboard" className={buttonClass({ wide: true })}>
            {say.toDashboard}
          </Link>
        )}
        {state === 'trialOver' && (
          <Link to="/payments" className={buttonClass({ wide: true })}>
            {say.toPlans}
          </Link>
        )}
        {state === 'ended' && (
          <Link to="/business/account" className={buttonClass({ wide: true })}>
            {say.newLink}
          </Link>
        )}
      </div>
    </AuthPage>
  );
}
