import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { useServerNow } from '../../owner-area/use-server-now.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { ArrivingRow } from './rows/arriving-row.tsx';
import { menuOf, type RowAction } from './live/predict.ts';
import { arriving } from './live/lists.ts';
import styles from './side.module.css';
import type { FocusTarget } from './rows/use-restored-focus.ts';

const say = ownerCopy.dashboard;

/** The id of the list, for links to it. */
export const ARRIVING_ID = 'arriving';

type Props = {
  location: LocationView;
  isBusy: (visitId: string) => boolean;
  /** Returns whether the action was started. */
  onAct: (action: RowAction, focus: FocusTarget) => void;
};

/** Admitted guests on their way, with the remaining time of their hold and their actions. */
export function ArrivingCard({ location, isBusy, onAct }: Props) {
  const now = useServerNow(1_000);
  const visits = arriving(location, now);
  return (
    <Card title={say.arrivingTitle} subtitle={visits.length > 0 ? say.arrivingSubtitle : undefined}>
      {visits.length === 0 ? (
        <p className={styles.nothing}>{say.arrivingEmpty}</p>
      ) : (
        <ul className={styles.list} data-list="arriving">
          {visits.map((visit, index) => (
            <ArrivingRow
              key={visit.id}
              visit={visit}
              menu={menuOf(location, visit, now)}
              textsHeld={location.texts?.held !== undefined}
              now={now}
              busy={isBusy(visit.id)}
              onAct={(action) => onAct(action, { list: 'arriving', index, kind: action.kind })}
            />
          ))}
        </ul>
      )}
      <TextsToday location={location} now={now} />
    </Card>
  );
}

/** How many of today's texts were delivered; renders nothing on a day without texts. */
function TextsToday({ location, now }: { location: LocationView; now: number }) {
  const today = location.texts?.today;
  if (today === undefined || today.day !== calendarDay(now, location.timezone)) return null;
  return (
    <p className={styles.texts}>
      <Icon name="message" size={18} />
      {ownerCopy.texts.today(today.delivered, today.sent)}
    </p>
  );
}
