import { useRef, useState } from 'react';
import type { SessionView } from '../../../shared/contracts/account/security.ts';
import { sessionsEndedAnswer } from '../../../shared/contracts/account/view.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { pageLocale } from '../../../shared/copy/page-language.ts';
import { request } from '../../lib/api.ts';
import { shortDate } from '../../lib/format.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { removeSignedInHint } from '../../member-area/signed-in-hint.ts';
import { timeAgo } from '../../member-area/time-ago.ts';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { toast } from '../../ui/status/toast.tsx';
import edit from '../../member-area/form/edit-form.module.css';
import cards from '../../member-area/cards.module.css';
import styles from './account.module.css';
import { deviceWords } from './device-words.ts';
import { useCall } from './use-call.ts';

const say = securityCopy.sessions;

/** Lists the sessions of the account. A person can end one of the other sessions, or all sessions. */
export function SessionsCard({ sessions }: { sessions: SessionView[] }) {
  const list = useRef<HTMLUListElement>(null);
  const { busy, run } = useCall({ failed: say.endFailed });

  async function end(id: string): Promise<void> {
    if (busy) return;
    const done = await run(() => request('DELETE', `/auth/sessions/${id}`, { schema: sessionsEndedAnswer }));
    if (!done) return;
    tellUnconfirmed(done.answer.unconfirmedAt, () => toast(say.ended));
    // The person pressed a button that was removed together with its row, so the focus moves to the list.
    list.current?.focus();
  }

  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <ul ref={list} tabIndex={-1} className={cards.list} aria-label={say.title}>
        {sessions.map((session) => (
          <li key={session.id} className={cards.row}>
            <div>
              <p className={cards.value}>{deviceWords(session.device) ?? say.unknownDevice}</p>
              <p className={cards.hint}>{usedWords(session)}</p>
              <p className={cards.hint}>{say.since(shortDate(Date.parse(session.createdAt), pageLocale))}</p>
            </div>
            {session.current ? (
              <Badge tone="called" icon="check">
                {say.here}
              </Badge>
            ) : (
              <Button
                tone="quiet"
                aria-label={say.endLabel(deviceWords(session.device) ?? say.unknownDevice)}
                busy={busy}
                onClick={() => void end(session.id)}
              >
                {say.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <EndAll />
    </Card>
  );
}

function EndAll() {
  const [isAsked, setAsked] = useState(false);
  const { busy, run } = useCall({ failed: say.endAllFailed, endsLogIn: true });

  async function endAll(): Promise<void> {
    const done = await run(() => request('DELETE', '/auth/sessions', { schema: sessionsEndedAnswer }));
    setAsked(false);
    if (!done) return;
    removeSignedInHint();
    // A full page load removes all data of the account from memory.
    tellUnconfirmed(done.answer.unconfirmedAt, () => window.location.assign('/'));
  }

  return (
    <>
      <Button tone="danger" className={edit.serious} onClick={() => setAsked(true)}>
        {say.endAll}
      </Button>
      <Dialog open={isAsked} onClose={() => setAsked(false)} title={say.endAll}>
        <p>{say.endAllQuestion}</p>
        <DialogActions>
          <Button tone="quiet" onClick={() => setAsked(false)}>
            {securityCopy.cancel}
          </Button>
          <Button className={styles.final} busy={busy} onClick={() => void endAll()}>
            {say.endAllConfirm}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/**
 * The last use of a session, in words. The server records the last use at most once an hour, so all times within the
 * last hour get the same words.
 */
function usedWords({ lastUsedAt }: SessionView): string {
  const usedAt = Date.parse(lastUsedAt);
  const elapsedMs = serverClock.now() - usedAt;
  if (elapsedMs < 3_600_000) return say.usedRecently;
  return say.usedAt(timeAgo(usedAt));
}
