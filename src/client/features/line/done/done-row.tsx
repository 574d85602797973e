import { clockLocale } from '../../../../shared/copy/page-language.ts';
import { useId } from 'react';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { clockTime } from '../../../lib/format.ts';
import { LINE_ACTION, useMay } from '../../../member-area/may.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { doneAtMs } from '../live/lists.ts';
import type { MenuAction, RowAction } from '../live/predict.ts';
import { PartySize } from '../party/party-size.tsx';
import styles from './done.module.css';

const say = deskCopy.done;
const { dashboard } = ownerCopy;

type Props = {
  visit: VisitView;
  timezone: string;
  /** The actions that bring the visit back to the line. */
  menu: readonly MenuAction[];
  /** Whether the visit accepts no action at the moment. */
  busy: boolean;
  onAct: (action: RowAction) => void;
};

/** The row of an ended visit: time, size, name, outcome, and the actions that bring the visit back to the line. */
export function DoneRow({ visit, timezone, menu, busy, onAct }: Props) {
  const id = useId();
  const mayAct = useMay(LINE_ACTION);
  const atMs = doneAtMs(visit);
  const { words, tone } = outcomeOf(visit);
  return (
    <li className={styles.row} data-visit={visit.id}>
      <time dateTime={new Date(atMs).toISOString()}>{clockTime(atMs, timezone, clockLocale)}</time>
      <PartySize count={visit.numGuests} small />
      <div className={styles.who}>
        <h3 id={`${id}-name`} title={fullName(visit)}>
          <bdi>{fullName(visit)}</bdi>
        </h3>
        <p className={styles.outcome} data-tone={tone}>
          {words}
        </p>
      </div>
      {mayAct &&
        menu.map(({ action, label, disabled }) => (
          <Button
            key={action.kind}
            tone="quiet"
            className={styles.back}
            id={`${id}-${action.kind}`}
            aria-labelledby={`${id}-${action.kind} ${id}-name`}
            data-kind={action.kind}
            busy={busy || disabled}
            onClick={() => onAct(action)}
          >
            {label}
          </Button>
        ))}
    </li>
  );
}

function outcomeOf(visit: VisitView): { words: string; tone?: 'ok' | 'bad' } {
  switch (visit.status) {
    case 'arrived':
      return { words: say.arrivedAfter(waitedMinutes(visit)), tone: 'ok' };
    case 'no_show':
      return { words: say.noShow, tone: 'bad' };
    case 'left':
      return { words: dashboard.badgeLeft };
    case 'removed':
      return { words: visit.waitExpired ? say.waitExpired : dashboard.badgeRemoved, tone: 'bad' };
    case 'waiting':
    case 'admitted':
      return { words: say.called };
  }
}

function waitedMinutes({ joinedAt, admittedAt }: VisitView): number {
  return admittedAt === undefined ? 0 : Math.round((Date.parse(admittedAt) - Date.parse(joinedAt)) / 60_000);
}
