import { ownerCopy } from '../../../shared/copy/owner.ts';
import type { LocationView, TextState, VisitView } from '../../../shared/queue-view.ts';
import { mmss } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { arriving } from './lists.ts';
import { GuestName, Party } from './party.tsx';
import styles from './side.module.css';
import { useNow } from './use-now.ts';

const say = ownerCopy.dashboard;

/** Admitted guests on their way, with the time their spot is still held and what became of their text. */
export function ArrivingCard({ location }: { location: LocationView }) {
  const now = useNow(1_000);
  const visits = arriving(location, now);
  return (
    <Card title={say.arrivingTitle} subtitle={visits.length > 0 ? say.arrivingSubtitle : undefined}>
      {visits.length === 0 ? (
        <p className={styles.nothing}>{say.arrivingEmpty}</p>
      ) : (
        <ul className={styles.list}>
          {visits.map((visit) => (
            <li key={visit.id} className={styles.entry}>
              <div className={styles.name}>
                <GuestName visit={visit} />
                <HoldBadge visit={visit} now={now} />
              </div>
              <Party visit={visit} />
              {visit.message && <TextLine state={visit.message} />}
              <HoldBar visit={visit} now={now} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function HoldBadge({ visit, now }: { visit: VisitView; now: number }) {
  const leftMs = holdLeftMs(visit, now);
  if (leftMs === 0 || visit.holdExpired) {
    return (
      <Badge tone="danger" icon="clock">
        {say.holdEnded}
      </Badge>
    );
  }
  return (
    <span className={styles.timer} role="timer">
      <Badge tone="called" icon="bell">
        {say.holdLeft(mmss(leftMs))}
      </Badge>
    </span>
  );
}

/** The hold as a line that shortens; the badge says the same in figures. */
function HoldBar({ visit, now }: { visit: VisitView; now: number }) {
  if (visit.admittedAt === undefined || visit.holdEndsAt === undefined) return null;
  const wholeMs = Date.parse(visit.holdEndsAt) - Date.parse(visit.admittedAt);
  const share = wholeMs > 0 ? Math.min(1, holdLeftMs(visit, now) / wholeMs) : 0;
  return (
    <svg className={styles.hold} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.holdWhole} width="100" height="4" />
      <rect className={styles.holdLeft} width={share * 100} height="4" />
    </svg>
  );
}

function holdLeftMs(visit: VisitView, now: number): number {
  return visit.holdEndsAt === undefined ? 0 : Math.max(0, Date.parse(visit.holdEndsAt) - now);
}

const textIcons: Record<TextState['status'], IconName> = {
  queued: 'message',
  sending: 'message',
  sent: 'check',
  failed: 'warning',
  unknown: 'warning',
  not_sent: 'warning',
};

function TextLine({ state }: { state: TextState }) {
  return (
    <p className={styles.text} data-status={state.status}>
      <Icon name={textIcons[state.status]} size={18} />
      {ownerCopy.textMessage[state.error ?? state.status]}
    </p>
  );
}
