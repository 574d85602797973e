import { useId } from 'react';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { calendarDay } from '../../../../shared/time/day-figures.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { PaneHead } from '../desk/pane-head.tsx';
import { doneToday } from '../live/lists.ts';
import { menuOf, type RowAction } from '../live/predict.ts';
import type { FocusTarget } from '../rows/use-restored-focus.ts';
import styles from './done.module.css';
import { DoneRow } from './done-row.tsx';

const say = deskCopy.done;

type Props = {
  location: LocationView;
  now: number;
  isBusy: (visitId: string) => boolean;
  onAct: (action: RowAction, focus: FocusTarget) => void;
};

/** The pane of the visits that ended today, newest first. */
export function DonePane({ location, now, isBusy, onAct }: Props) {
  const titleId = useId();
  const visits = doneToday(location, now);
  const texts = location.texts?.today;
  const isTextsToday = texts?.day === calendarDay(now, location.timezone);
  return (
    <section className={styles.pane} aria-labelledby={titleId}>
      <PaneHead
        id={titleId}
        title={say.title}
        badge={visits.length > 0 && <Badge tone="called">{visits.length}</Badge>}
        note={texts && isTextsToday ? ownerCopy.texts.today(texts.delivered, texts.sent) : undefined}
      />
      {visits.length === 0 ? (
        <p className={styles.nothing}>{say.empty}</p>
      ) : (
        <ul className={styles.list} data-list="done">
          {visits.map((visit, index) => (
            <DoneRow
              key={visit.id}
              visit={visit}
              timezone={location.timezone}
              menu={menuOf(location, visit, now)}
              busy={isBusy(visit.id)}
              onAct={(action) => onAct(action, { list: 'done', index, kind: action.kind })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
