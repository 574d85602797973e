import { useEffect, useState, type ReactNode } from 'react';
import type { GuestReply, StatusAnswer } from '../../../../shared/contracts/guest.ts';
import { mmss } from '../../../lib/countdown.ts';
import type { LiveState } from '../../../lib/live-socket.ts';
import { useStableConnection } from '../../../lib/stable-connection.ts';
import { classes } from '../../../ui/classes.ts';
import { ConnectionBadge } from '../../../ui/status/connection-badge.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { LocationHead } from '../guest-frame.tsx';
import { EndVisit } from './end-visit.tsx';
import { Replies } from './replies.tsx';
import { PageIcon } from '../page-icon.tsx';
import { useCopy } from '../i18n.tsx';
import style from './turn-step.module.css';
import { serverClock } from '../../../lib/server-clock.ts';

/** When this many seconds remain, screen readers announce the time. The smallest number comes first. */
const ANNOUNCED_AT_SECONDS = [10, 60];
/**
 * The delay before the tab's icon changes. Browsers draw an SVG icon on the main thread, and hydration needs the main
 * thread first.
 */
const ICON_AFTER_MS = 1_000;

type Props = {
  username: string;
  status: StatusAnswer;
  connection: LiveState | undefined;
  /** The button that erases the guest's data. */
  erase: ReactNode;
  onReply: (reply: GuestReply) => Promise<StatusAnswer>;
  onCannotCome: () => Promise<void>;
  onJoinAgain: () => void;
};

/**
 * Step 5, the guest's turn, on the whole screen. The page's background has the colour `--lamp` until the hold has ended
 * or the guest has arrived.
 */
export function TurnStep({ username, status, connection, erase, onReply, onCannotCome, onJoinAgain }: Props) {
  const copy = useCopy();
  const say = copy.turn;
  const { customer, businessName, address, holdMs, holdEndsAt = status.serverNow } = status;
  const remainingMs = useRemaining(holdEndsAt, status.serverNow);
  const stable = useStableConnection(connection);
  const name = `${customer.firstName} ${customer.lastName}`.trim();
  const arrived = status.status === 'arrived';
  const expired = !arrived && (remainingMs === 0 || status.status === 'no_show');
  const now = !arrived && !expired;
  useTurnTheme(now);
  return (
    <main className={classes(style.turn, now ? style.now : style.ended)}>
      <header className={style.top}>
        <LocationHead businessName={businessName} address={address} />
        {now && stable !== 'live' && <ConnectionBadge state={stable} words={copy.connection} />}
      </header>
      <section className={style.call}>
        <PageIcon icon={arrived ? 'check' : expired ? 'clock' : 'bell'} rings={now} />
        <h1 tabIndex={-1}>{arrived ? say.welcome : expired ? say.timeUp : say.title}</h1>
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
        {expired && <p>{say.timeUpHint}</p>}
        {arrived && <p role="status">{say.arrived}</p>}
        <p className={style.party}>
          {/* The name is '' if the location was removed and its guests were erased. */}
          {name !== '' && (
            <>
              <bdi>{name}</bdi> ·{' '}
            </>
          )}
          {copy.status.guests(customer.numGuests)}
        </p>
        <RemainingTimeAnnouncement remainingMs={now ? remainingMs : 0} />
      </section>
      <footer className={style.foot}>
        {now && (
          <>
            <Replies status={status} onReply={onReply} />
            <EndVisit
              username={username}
              form="cannot-come"
              tone="quiet"
              label={say.cannotCome}
              warning={say.cannotComeHint}
              keep={copy.replies.keep}
              onEnd={onCannotCome}
            />
          </>
        )}
        {expired && (
          <Button tone="quiet" wide onClick={onJoinAgain}>
            {copy.lookup.joinAgain}
          </Button>
        )}
        {!now && erase}
      </footer>
    </main>
  );
}

/** The countdown for screen readers: announced at 60 s and at 10 s, not each second. */
function RemainingTimeAnnouncement({ remainingMs }: { remainingMs: number }) {
  const say = useCopy().turn;
  const seconds = Math.ceil(remainingMs / 1000);
  const passed = ANNOUNCED_AT_SECONDS.find((mark) => seconds <= mark);
  const isLast = passed === ANNOUNCED_AT_SECONDS[0];
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

/** Changes the browser's theme colour and the tab's icon during the guest's turn. */
function useTurnTheme(now: boolean): void {
  useEffect(() => {
    if (!now) return undefined;
    const themeColor = getComputedStyle(document.documentElement).getPropertyValue('--lamp');
    const themes = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    const before = themes.map((theme) => theme.content);
    for (const theme of themes) theme.content = themeColor;
    const icon = document.querySelector('link[rel="icon"]');
    const turnIcon = document.createElement('link');
    turnIcon.rel = 'icon';
    turnIcon.href = '/icon-turn.svg';
    const timer = setTimeout(() => icon?.replaceWith(turnIcon), ICON_AFTER_MS);
    return () => {
      for (const [i, theme] of themes.entries()) theme.content = before[i] ?? '';
      clearTimeout(timer);
      if (icon) turnIcon.replaceWith(icon);
    };
  }, [now]);
}

/** Short enough that the countdown shows every second. */
const TICK_MS = 250;

/**
 * The milliseconds until the time `until` (ISO 8601) by the server's clock; 0 after this time. The first value uses the
 * answer's `serverNow`, so that server and browser render the same.
 */
function useRemaining(until: string, serverNow: string): number {
  const [remainingMs, setRemainingMs] = useState(() =>
    Math.max(0, Date.parse(until) - Date.parse(serverNow)),
  );
  useEffect(() => {
    const end = Date.parse(until);
    const tick = () => setRemainingMs(Math.max(0, end - serverClock.now()));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return remainingMs;
}
