import { lineCopy } from '../../../../shared/copy/en/line.ts';
import { relativeTime } from '../../../../shared/copy/en/durations.ts';
import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { clockTime, mmss } from '../../../lib/format.ts';
import { Button } from '../../../ui/form/button.tsx';
import { fullName } from '../actions/action-toasts.ts';
import type { RowAction } from '../live/predict.ts';
import { PartySize } from '../rows/party-size.tsx';
import { markHits, type Found } from './search.ts';
import styles from './found-list.module.css';

const say = lineCopy.search;
const { dashboard, tools } = ownerCopy;

type Props = {
  location: LocationView;
  found: Found;
  typed: string;
  now: number;
  isBlocked: (visitId: string) => boolean;
  onAct: (action: RowAction) => void;
  onOpen: (visit: VisitView) => void;
  onEnd: () => void;
};

/** The parties that the search found: in line, arriving, done today. Each hit has its state and its own action. */
export function FoundList({ location, found, typed, now, isBlocked, onAct, onOpen, onEnd }: Props) {
  const groups = [
    {
      title: say.inLine,
      visits: found.inLine,
      state: ({ position = 1, joinedAt }: VisitView) =>
        say.place(position, dashboard.joined(relativeTime(now - Date.parse(joinedAt)))),
      kind: 'admit',
      label: dashboard.admit,
    },
    {
      title: say.arriving,
      visits: found.arriving,
      state: ({ holdEndsAt }: VisitView) => {
        const leftMs = holdEndsAt === undefined ? 0 : Date.parse(holdEndsAt) - now;
        return leftMs > 0 ? dashboard.holdLeft(mmss(leftMs)) : dashboard.holdEnded;
      },
      kind: 'arrived',
      label: tools.arrived,
    },
    {
      title: say.done,
      visits: found.done,
      state: (visit: VisitView) => stateOfDone(visit, location.timezone),
      kind: 'recall',
      label: say.recall,
    },
  ] as const;
  const count = groups.reduce((sum, { visits }) => sum + visits.length, 0);
  return (
    <div className={styles.found}>
      <p role="status" className="sr">
        {count === 0 ? say.nothing : say.found(count)}
      </p>
      {count === 0 && (
        <div className={styles.nobody}>
          <p aria-hidden="true">{say.nothing}</p>
          <Button tone="quiet" onClick={onEnd}>
            {say.end}
          </Button>
        </div>
      )}
      {groups
        .filter(({ visits }) => visits.length > 0)
        .map(({ title, visits, state, kind, label }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {visits.map((visit) => (
                <li key={visit.id} className={styles.hit}>
                  <PartySize count={visit.numGuests} />
                  <h4>
                    <button type="button" data-kind="open" onClick={() => onOpen(visit)}>
                      <Name visit={visit} typed={typed} />
                    </button>
                  </h4>
                  <p>{state(visit)}</p>
                  <Button
                    tone="quiet"
                    aria-label={`${label} ${fullName(visit)}`}
                    busy={isBlocked(visit.id)}
                    onClick={() => onAct({ kind, visit })}
                  >
                    {label}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

function Name({ visit, typed }: { visit: VisitView; typed: string }) {
  return (
    <bdi>
      {markHits(fullName(visit), typed).map(({ part, hit }, index) =>
        // Parts have no names of their own, and their order does not change.
        // oxlint-disable-next-line react/no-array-index-key
        hit ? <mark key={index}>{part}</mark> : part,
      )}
    </bdi>
  );
}

function stateOfDone(
  { status, arrivedAt, leftAt, removedAt, admittedAt }: VisitView,
  timezone: string,
): string {
  const at = arrivedAt ?? leftAt ?? removedAt ?? admittedAt;
  const time = at === undefined ? '' : clockTime(Date.parse(at), timezone, 'en');
  const words = {
    waiting: say.inLine,
    admitted: dashboard.holdEnded,
    arrived: tools.arrived,
    no_show: tools.noShow,
    left: dashboard.badgeLeft,
    removed: dashboard.badgeRemoved,
  }[status];
  return `${words} ${time}`;
}
