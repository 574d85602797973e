import { useId } from 'react';
import { Link } from 'react-router';
import type { LocationSummary } from '../../../shared/contracts/overview.ts';
import type { AwayLocation, LocationView } from '../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../shared/copy/owner/desk.ts';
import { shortTime } from '../../../shared/copy/owner/durations.ts';
import { overviewCopy } from '../../../shared/copy/owner/overview.ts';
import { namesOnDuty } from '../../../shared/event-words.ts';
import { IfMay } from '../../member-area/may.tsx';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { usePause } from '../line/actions/use-pause.ts';
import { storeChosenLocation } from '../line/live/use-chosen-location.ts';
import { needOf, nowOf, type Now } from './need.ts';
import styles from './overview.module.css';
import type { OverviewLocation } from './use-overview.ts';

const say = overviewCopy;

type Props = {
  location: OverviewLocation;
  /** The location in the member's data. Undefined if the member's data are older than this location. */
  account: LocationView | AwayLocation | undefined;
  /** The time of the member's data, on `performance.now()`. */
  accountAskedAtMs: number;
  /** The server's time. */
  now: number;
};

/** The row of a location in the overview: its figures, a button to pause it, and a link to its stand. */
export function LocationRow({ location, account, accountAskedAtMs, now }: Props) {
  const id = useId();
  const { known, heardAtMs } = location;
  const summary = typeof known === 'object' ? known : undefined;
  const { address = '' } = summary ?? account ?? {};
  const inAccount = account !== undefined && 'paused' in account ? account.paused : undefined;
  // The answer to a press of Pause may be newer than the socket's last message about the location.
  const paused = heardAtMs > accountAskedAtMs ? summary?.paused : (inAccount ?? summary?.paused);
  const pause = usePause({ id: location.id, paused: paused ?? false });
  const shown = summary && nowOf({ ...summary, paused: pause.on }, now);
  const figures = [
    { name: 'waiting', shows: summary?.waiting },
    {
      name: 'longest',
      shows: shown && <LongestWait now={shown} promisedMinutes={summary?.longest?.promisedMinutes} />,
    },
    { name: 'arriving', shows: summary?.arriving },
    { name: 'joined', shows: shown?.joined },
    { name: 'left', shows: shown?.left },
  ] as const;
  const choose = () => storeChosenLocation(location.id);

  return (
    <li
      className={styles.row}
      data-location={location.id}
      data-need={needOf(known, now)}
      aria-labelledby={id}
    >
      <h2 id={id} className={styles.name}>
        <Link to="/business/dashboard" onClick={choose}>
          <bdi>{address}</bdi>
        </Link>
      </h2>
      <p className={styles.state}>
        {shown && <State now={shown} />}
        {summary?.servers !== undefined && <Serving servers={summary.servers} onDuty={summary.onDuty} />}
        {known === 'away' && (
          <>
            <Badge tone="danger" icon="wifi-off">
              {say.states.away}
            </Badge>
            <span className={styles.hint}>{say.awayHint}</span>
          </>
        )}
      </p>
      <dl className={styles.facts}>
        {figures.map(({ name, shows }) => (
          <div key={name} data-column={name}>
            <dt>
              <ColumnTerm name={name} />
            </dt>
            <dd>{known === 'away' ? say.none : (shows ?? <Skeleton width="1.5rem" />)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        {summary && (
          <IfMay call="PATCH /auth/locations/:id">
            <Button
              tone="quiet"
              aria-label={pause.on ? say.resumeAt(address) : say.pauseAt(address)}
              onClick={() => pause.set(!pause.on)}
            >
              {pause.on ? say.resume : say.pause}
            </Button>
          </IfMay>
        )}
        <Link
          to="/business/stand"
          className={buttonClass({ tone: 'quiet' })}
          aria-label={say.standOf(address)}
          onClick={choose}
        >
          {say.stand}
        </Link>
      </div>
    </li>
  );
}

/** Says who is on duty. If nobody has gone on duty, says how many people serve. */
function Serving({ servers, onDuty }: Pick<LocationSummary, 'onDuty'> & { servers: number }) {
  return (
    <span className={styles.hint}>
      {onDuty === undefined ? say.serving(servers) : `${deskCopy.duty.people} ${namesOnDuty(onDuty)}`}
    </span>
  );
}

/** The badges of a location: open, paused or closed, and whether texts are held. */
function State({ now: { state, areTextsHeld } }: { now: Now }) {
  const looks = {
    open: ['ok', 'check'],
    paused: ['waiting', 'pause'],
    closed: ['neutral', 'clock'],
  } as const;
  const [tone, icon] = looks[state];
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {say.states[state]}
      </Badge>
      {areTextsHeld && (
        <Badge tone="danger" icon="message">
          {say.states.textsHeld}
        </Badge>
      )}
    </>
  );
}

/** The longest wait with its promise, and the largest delay of a party beyond its promise. */
function LongestWait({
  now: { longestMs, lateMs },
  promisedMinutes,
}: {
  now: Now;
  promisedMinutes?: number | undefined;
}) {
  if (longestMs === undefined || promisedMinutes === undefined) return say.none;
  return (
    <>
      {shortTime(longestMs)}
      <span className={styles.promised}>
        <span aria-hidden="true"> / </span>
        <span className="sr"> {say.promised} </span>
        {shortTime(promisedMinutes * 60_000)}
      </span>
      {lateMs > 0 && (
        <>
          {' '}
          <b className={styles.late}>{say.late(shortTime(lateMs))}</b>
        </>
      )}
    </>
  );
}

/**
 * The heading of a column, or the label of a figure in a row. If there is no room, the second part of the heading
 * (`more`) is hidden, but screen readers still read it.
 */
export function ColumnTerm({ name }: { name: keyof typeof say.columns }) {
  const { term, more }: { term: string; more?: string } = say.columns[name];
  return (
    <>
      {term}
      {more !== undefined && <span className={styles.more}> {more}</span>}
    </>
  );
}
