import { useState, type ReactNode } from 'react';
import { timeLike } from '../../../../shared/time/clock-samples.ts';
import type {
  GuestPageBoot,
  GuestReply,
  ChosenPreference,
  StatusAnswer,
} from '../../../../shared/contracts/guest.ts';
import type { LiveState } from '../../../lib/live-socket.ts';
import { useStableConnection } from '../../../lib/stable-connection.ts';
import { ConnectionBadge } from '../../../ui/status/connection-badge.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { ChimeSwitch } from './chime-switch.tsx';
import { GuestFrame, LocationHead } from '../guest-frame.tsx';
import { EndVisit } from './end-visit.tsx';
import { LinePicture } from './line-picture.tsx';
import { isLong, placeWords } from './place-words.ts';
import { Replies } from './replies.tsx';
import style from './status-step.module.css';
import { useCopy, useI18n } from '../i18n.tsx';
import { PreferenceOnStatus } from './preference-on-status.tsx';

type Props = {
  username: string;
  /** The visit's location; undefined if the business no longer has this location. */
  locationId: string | undefined;
  numberAsked: GuestPageBoot['numberAsked'];
  status: StatusAnswer;
  connection: LiveState | undefined;
  /** Whether the connection is lost, so that the page may be old. */
  cutOff: boolean;
  /** The server's time of the shown status (ISO 8601). */
  asOf: string;
  /** The switch of the reminder, if the page offers a reminder. */
  reminder: ReactNode;
  /** The button that erases the guest's data. */
  erase: ReactNode;
  onReply: (reply: GuestReply) => Promise<StatusAnswer>;
  onChangePreference: (change: ChosenPreference) => Promise<void>;
  onLeave: () => Promise<void>;
};

/** Step 4, the status: the position as a huge number, the picture of the line, and the remaining actions. */
export function StatusStep({
  username,
  locationId,
  numberAsked,
  status,
  connection,
  cutOff,
  asOf,
  reminder,
  erase,
  onReply,
  onChangePreference,
  onLeave,
}: Props) {
  const { copy, clock } = useI18n();
  const say = copy.status;
  const { customer, position, ahead, businessName, address } = status;
  const stable = useStableConnection(connection);
  // The browser uses the function of the early script, so that the page loads the code of this function only once.
  const words = (import.meta.env.SSR ? placeWords : globalThis.earlyPage.placeWords)(copy, status);
  const isLate = useRunningLate(status);
  return (
    <GuestFrame
      head={
        <LocationHead businessName={businessName} address={address}>
          <ConnectionBadge state={connection && stable} words={copy.connection} />
        </LocationHead>
      }
    >
      {cutOff && stable !== 'live' && (
        <Notice icon="wifi-off" role="status" className={style.banner}>
          <span>
            {copy.connection.asOf(timeLike(clock, new Date(asOf)))} {copy.connection.safe(businessName)}
          </span>
        </Notice>
      )}
      <section className={style.place}>
        <h1 className={style.caption} tabIndex={-1}>
          {say.title}
        </h1>
        <Position position={position} />
        <p className={style.ahead}>
          {words.ahead}
          {words.parties && <small>{words.parties}</small>}
          {words.hint && (
            <>
              <br />
              {words.hint}
            </>
          )}
        </p>
        <LinePicture ahead={ahead} />
      </section>
      <dl className={style.facts}>
        <div>
          <dt>{say.estimatedWait}</dt>
          <dd>
            {words.wait}
            {isLate && <small role="status">{say.slower}</small>}
          </dd>
        </div>
        <div>
          <dt>{say.yourParty}</dt>
          <dd>
            <bdi>
              {customer.firstName} {customer.lastName}
            </bdi>
            <small>{say.guests(customer.numGuests)}</small>
          </dd>
        </div>
      </dl>
      <ChimeSwitch />
      {reminder}
      <Replies status={status} onReply={onReply} />
      <PreferenceOnStatus
        asked={numberAsked}
        username={username}
        locationId={locationId}
        businessName={businessName}
        customer={customer}
        onChange={onChangePreference}
      />
      <div className={style.foot}>
        <EndVisit
          username={username}
          form="leave"
          tone="danger"
          label={say.leave}
          warning={copy.leave.warning(position)}
          keep={copy.replies.keep}
          onEnd={onLeave}
        />
        {erase}
      </div>
    </GuestFrame>
  );
}

/** The sentence with the position. The old number fades out under the new number. */
export function Position({ position }: { position: number }) {
  const say = useCopy().status;
  const [shown, setShown] = useState({ position, before: position });
  if (shown.position !== position) setShown({ position, before: shown.position });
  const changed = shown.before !== position;
  return (
    <p className={style.sentence} aria-live="polite" aria-atomic="true">
      {say.youAre}{' '}
      <span
        key={position}
        className={style.number}
        data-long={isLong(position) || undefined}
        data-before={changed ? say.place(shown.before) : undefined}
      >
        <span>{say.place(position)}</span>
      </span>{' '}
      {say.inLine}
    </p>
  );
}

/** The page shows a delay of the turn only if the delay is longer than this. */
const WORTH_TELLING_MS = 3 * 60_000;

/**
 * Whether the turn is expected more than `WORTH_TELLING_MS` later than at first. If so, the page says that the line
 * moves more slowly than expected. When the guest is moved back, the comparison starts again from the new expected
 * time.
 */
function useRunningLate({ position, estimatedWaitMinutes, serverNow }: StatusAnswer): boolean {
  const expectedAt = Date.parse(serverNow) + estimatedWaitMinutes * 60_000;
  const [first, setFirst] = useState({ position, expectedAt });
  if (position > first.position || expectedAt < first.expectedAt) setFirst({ position, expectedAt });
  else if (position < first.position) setFirst({ ...first, position });
  return expectedAt - first.expectedAt > WORTH_TELLING_MS;
}
