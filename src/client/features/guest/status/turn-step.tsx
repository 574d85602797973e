import { useEffect } from 'react';
import type { GuestReply, StatusAnswer } from '../../../../shared/contracts/guest.ts';
import { mmss } from '../../../lib/format.ts';
import type { LiveState } from '../../../lib/live-socket.ts';
import { useStableConnection } from '../../../lib/stable-connection.ts';
import { classes } from '../../../ui/classes.ts';
import { ConnectionBadge } from '../../../ui/status/connection-badge.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { PlaceHead } from '../guest-frame.tsx';
import { Replies } from './replies.tsx';
import { PageIcon } from '../page-icon.tsx';
import { useCopy } from '../i18n.tsx';
import style from './turn-step.module.css';
import { useRemaining } from './use-remaining.ts';

/** When the time left is said aloud, in seconds, the most urgent first. */
const SPOKEN_AT_SECONDS = [10, 60];
/** An icon of lines is drawn by the page itself: not while it comes to life. */
const LIT_AFTER_MS = 1_000;

type Props = {
  status: StatusAnswer;
  connection: LiveState | undefined;
  onReply: (reply: GuestReply) => Promise<StatusAnswer>;
  onJoinAgain: () => void;
};

/** Step 5: the whole screen says that it is now. When the hold is over or the guest is checked in, it turns calm. */
export function TurnStep({ status, connection, onReply, onJoinAgain }: Props) {
  const copy = useCopy();
  const say = copy.turn;
  const { customer, businessName, address, holdMs, holdEndsAt = status.serverNow } = status;
  const remainingMs = useRemaining(holdEndsAt, status.serverNow);
  const settled = useStableConnection(connection);
  const arrived = status.status === 'arrived';
  const expired = !arrived && (remainingMs === 0 || status.status === 'no_show');
  const now = !arrived && !expired;
  useLampSurroundings(now);
  return (
    <main className={classes(style.turn, now ? style.now : style.calm)}>
      <header className={style.top}>
        <PlaceHead businessName={businessName} address={address} />
        {now && settled !== 'live' && <ConnectionBadge state={settled} words={copy.connection} />}
      </header>
      <section className={style.call}>
        <PageIcon icon={arrived ? 'check' : expired ? 'clock' : 'bell'} rings={now} />
        <h1 tabIndex={-1}>{say.title}</h1>
        {now && (
          <>
            <p className={style.within}>
              {say.within}{' '}
              <span className={style.time} role="timer">
                {mmss(remainingMs)}
              </span>
            </p>
            <p>{say.held(Math.round(holdMs / 60_000))}</p>
          </>
        )}
        <p className={style.notice} role="alert">
          {expired ? say.expired : status.locationClosed && now && say.closed}
        </p>
        {arrived && <p role="status">{say.arrived}</p>}
        <p className={style.party}>
          {say.details(
            `${customer.firstName} ${customer.lastName}`.trim(),
            copy.status.guests(customer.numGuests),
          )}
        </p>
        <RemainingTimeAnnouncement remainingMs={now ? remainingMs : 0} />
      </section>
      <footer className={style.foot}>
        {now && <Replies status={status} onReply={onReply} />}
        {expired && (
          <Button tone="quiet" wide onClick={onJoinAgain}>
            {say.joinAgain}
          </Button>
        )}
      </footer>
    </main>
  );
}

/** The countdown for those who do not see it: said at 60 s and at 10 s, not each second. */
function RemainingTimeAnnouncement({ remainingMs }: { remainingMs: number }) {
  const say = useCopy().turn;
  const seconds = Math.ceil(remainingMs / 1000);
  const passed = SPOKEN_AT_SECONDS.find((mark) => seconds <= mark);
  const isLast = passed === SPOKEN_AT_SECONDS[0];
  return (
    <>
      <p className="sr" aria-live="polite">
        {seconds > 0 && passed !== undefined && !isLast && say.secondsLeft(passed)}
      </p>
      <p className="sr" aria-live="assertive">
        {seconds > 0 && passed !== undefined && isLast && say.secondsLeft(passed)}
      </p>
    </>
  );
}

/** The browser's own frame and the tab's icon join in while it is the guest's turn. */
function useLampSurroundings(now: boolean): void {
  useEffect(() => {
    if (!now) return undefined;
    const lamp = getComputedStyle(document.documentElement).getPropertyValue('--lamp');
    const themes = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    const before = themes.map((theme) => theme.content);
    for (const theme of themes) theme.content = lamp;
    const icon = document.querySelector('link[rel="icon"]');
    const lit = document.createElement('link');
    lit.rel = 'icon';
    lit.href = '/icon-turn.svg';
    const timer = setTimeout(() => icon?.replaceWith(lit), LIT_AFTER_MS);
    return () => {
      for (const [i, theme] of themes.entries()) theme.content = before[i] ?? '';
      clearTimeout(timer);
      if (icon) lit.replaceWith(icon);
    };
  }, [now]);
}
