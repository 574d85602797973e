import { useEffect, useState } from 'react';
import { guestCopy } from '../../../shared/copy/guest.ts';
import type { PreferenceChange, StatusAnswer } from '../../../shared/guest-queue.ts';
import { clockTime } from '../../lib/format.ts';
import type { LiveState } from '../../lib/live-socket.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { useSettledConnection } from '../../lib/settled-connection.ts';
import { ConnectionBadge } from '../../ui/connection-badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChimeSwitch } from './chime-switch.tsx';
import { GuestFrame, PlaceHead } from './guest-frame.tsx';
import { LeaveQueue } from './leave-queue.tsx';
import { LinePicture } from './line-picture.tsx';
import style from './status-step.module.css';
import { WayOnStatus } from './way-on-status.tsx';

const say = guestCopy.status;

type Props = {
  status: StatusAnswer;
  connection: LiveState;
  /** Nothing gets through: what stands here may be old. */
  cutOff: boolean;
  onChangeWay: (change: PreferenceChange) => Promise<void>;
  onLeave: () => Promise<void>;
};

/** Step 4: where one stands. One huge number, the line as a picture, and what one can still decide. */
export function StatusStep({ status, connection, cutOff, onChangeWay, onLeave }: Props) {
  const { customer, position, ahead, businessName, address } = status;
  const settled = useSettledConnection(connection);
  return (
    <GuestFrame
      head={
        <PlaceHead businessName={businessName} address={address}>
          <ConnectionBadge state={settled} words={guestCopy.connection} />
        </PlaceHead>
      }
    >
      {cutOff && settled !== 'live' && (
        <Notice icon="wifi-off" className={style.banner}>
          {guestCopy.connection.safe(businessName)}
        </Notice>
      )}
      <section className={style.place}>
        <h1 className={style.caption} tabIndex={-1}>
          {say.title}
        </h1>
        <Place position={position} />
        <p className={style.ahead}>
          {say.ahead(ahead)}
          {ahead === 0 && (
            <>
              <br />
              {customer.waitingPreference === 'on_premises' ? say.nextOnPremises : say.next}
            </>
          )}
        </p>
        <LinePicture ahead={ahead} />
      </section>
      <dl className={style.facts}>
        <div>
          <dt>{say.estimatedWait}</dt>
          <dd>
            {say.minutes(status.estimatedWaitMinutes)}
            <TurnAround waitMinutes={status.estimatedWaitMinutes} serverNow={status.serverNow} />
          </dd>
        </div>
        <div>
          <dt>{say.yourParty}</dt>
          <dd>
            {customer.firstName} {customer.lastName}
            <small>{say.guests(customer.numGuests)}</small>
          </dd>
        </div>
      </dl>
      <ChimeSwitch />
      <WayOnStatus customer={customer} onChange={onChangeWay} />
      <LeaveQueue position={position} onLeave={onLeave} />
    </GuestFrame>
  );
}

/** The sentence with the number; the old number fades out under the new one. */
function Place({ position }: { position: number }) {
  const [shown, setShown] = useState({ position, before: position });
  if (shown.position !== position) setShown({ position, before: shown.position });
  const changed = shown.before !== position;
  return (
    <p className={style.sentence} aria-live="polite" aria-atomic="true">
      {say.youAre}{' '}
      <span
        key={position}
        className={style.number}
        data-long={position > 99 ? String(position).length : undefined}
        data-before={changed ? say.place(shown.before) : undefined}
      >
        <span>{say.place(position)}</span>
      </span>{' '}
      {say.inLine}
    </p>
  );
}

const TICK_MS = 30_000;

/**
 * The estimate as a time of day, by the server's clock and going on with it. The server knows neither the guest's zone
 * nor language, so it comes with the page's life. No wait, no time: nobody promised this very minute.
 */
function TurnAround({ waitMinutes, serverNow }: { waitMinutes: number; serverNow: string }) {
  const [time, setTime] = useState<string>();
  useEffect(() => {
    serverClock.adopt(serverNow);
    const tick = () => setTime(clockTime(serverClock.now() + waitMinutes * 60_000));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [waitMinutes, serverNow]);
  return <small>{time === undefined || waitMinutes === 0 ? '\u00a0' : say.around(time)}</small>;
}
