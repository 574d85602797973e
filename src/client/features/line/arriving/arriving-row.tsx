import { useId } from 'react';
import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import { relativeTime } from '../../../../shared/copy/en/durations.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { mmss } from '../../../lib/format.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { GuestName, Party } from '../rows/party.tsx';
import type { MenuAction, RowAction } from '../live/predict.ts';
import { Replies } from '../rows/replies.tsx';
import { CalledAgain, TextLine } from '../rows/text-line.tsx';
import styles from './arriving.module.css';

const say = ownerCopy.dashboard;
const { tools } = ownerCopy;

type Props = {
  visit: VisitView;
  /** Further actions on the visit. */
  menu: readonly MenuAction[];
  /** No text of the location is sent now. */
  textsHeld: boolean;
  now: number;
  /** The visit accepts no action at this moment. */
  busy: boolean;
  onAct: (action: RowAction) => void;
};

/** The row of an admitted party: its hold, its text, and the buttons for the outcome. */
export function ArrivingRow({ visit, menu, textsHeld, now, busy, onAct }: Props) {
  const id = useId();
  const nameId = `${id}-name`;
  const named = (kind: 'arrived' | 'no-show') => ({
    id: `${id}-${kind}`,
    'aria-labelledby': `${id}-${kind} ${nameId}`,
    'data-kind': kind,
    busy,
    onClick: () => onAct({ kind, visit }),
  });
  return (
    <li className={styles.entry} data-visit={visit.id}>
      <div className={styles.name}>
        <GuestName visit={visit} id={nameId} />
        <HoldBadge visit={visit} now={now} />
      </div>
      <Party visit={visit} />
      <Replies visit={visit} now={now} />
      {visit.message && <TextLine state={visit.message} held={textsHeld} />}
      {visit.calledAgainAt !== undefined && (
        <CalledAgain ago={relativeTime(now - Date.parse(visit.calledAgainAt))} />
      )}
      <HoldBar visit={visit} now={now} />
      <div className={styles.actions}>
        <Button tone="quiet" className={styles.arrived} {...named('arrived')}>
          {tools.arrived}
        </Button>
        <Button tone="quiet" className={styles.noShow} {...named('no-show')}>
          {tools.noShow}
        </Button>
        <MenuButton
          label={tools.more(fullName(visit))}
          data-kind="more"
          items={menu.map(({ action, ...item }) => ({
            ...item,
            run: () => onAct(action),
          }))}
        />
      </div>
    </li>
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

/** The remaining hold as a bar that gets shorter. The badge shows the same as text. */
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
