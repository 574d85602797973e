import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { sessionsEndedAnswer } from '../../../../shared/contracts/account/view.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { request } from '../../../lib/api.ts';
import { tellUnconfirmed } from '../../../member-area/tell-unconfirmed.ts';
import { usePageTitle } from '../../../site/use-page-title.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { useCall } from '../use-call.ts';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { useLinkToken } from './use-link-token.ts';

const say = securityCopy.notMe;

/**
 * `/not-me?token=`: a page with one button. Only a press of the button changes something, because mail scanners open
 * links.
 */
export function NotMe() {
  const token = useLinkToken('/not-me');
  const [state, setState] = useState<'asked' | 'done' | 'ended'>(token === null ? 'ended' : 'asked');
  const title = useRef<HTMLHeadingElement>(null);
  const { busy, run } = useCall({
    failed: say.failed,
    onFieldErrors: (found) => found['token'] && show('ended'),
  });
  const shown = {
    asked: { title: say.title, intro: say.intro },
    done: { title: say.doneTitle, intro: say.doneBody },
    ended: { title: say.endedTitle, intro: say.endedBody },
  }[state];
  usePageTitle(shown.title);

  function show(next: 'done' | 'ended'): void {
    flushSync(() => setState(next));
    title.current?.focus();
  }

  async function follow(): Promise<void> {
    const done = await run(() =>
      request('POST', '/auth/not-me', { body: { token }, schema: sessionsEndedAnswer }),
    );
    if (done === null) return;
    show('done');
    tellUnconfirmed(done.answer.unconfirmedAt);
  }

  return (
    <AuthPage titleRef={title} title={shown.title} intro={shown.intro}>
      <div className={styles.ways}>
        {state === 'asked' ? (
          <Button wide busy={busy} busyLabel={say.busy} onClick={() => void follow()}>
            {say.submit}
          </Button>
        ) : (
          <Link to="/forgot" className={buttonClass({ wide: true })}>
            {say.choose}
          </Link>
        )}
      </div>
    </AuthPage>
  );
}
