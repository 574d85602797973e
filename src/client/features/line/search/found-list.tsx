import { clockLocale } from '../../../../shared/copy/page-language.ts';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { relativeTime } from '../../../../shared/copy/owner/durations.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { mmss } from '../../../lib/countdown.ts';
import { clockTime } from '../../../lib/format.ts';
import { LINE_ACTION, useMay } from '../../../member-area/may.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { doneAtMs, holdLeftMs } from '../live/lists.ts';
import { menuOf, type RowAction } from '../live/predict.ts';
import { PartySize } from '../party/party-size.tsx';
import { markHits, type Found } from './search.ts';
import styles from './found-list.module.css';

const say = lineCopy.search;
const { dashboard, tools } = ownerCopy;

/** A found party. `state`: where the party is now, in words. */
type Hit = { visit: VisitView; state: string; action?: RowAction; label?: string };
type Group = { title: string; hits: Hit[] };

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

/**
 * The parties that the search found: in line, arriving, done today. Each party has its state, and an action if there is
 * one.
 */
export function FoundList({ location, found, typed, now, isBlocked, onAct, onOpen, onEnd }: Props) {
  const mayAct = useMay(LINE_ACTION);
  const groups: Group[] = [
    {
      title: say.inLine,
      hits: found.inLine.map((visit) => ({
        visit,
        state: say.place(
          visit.position ?? 1,
          dashboard.joined(relativeTime(now - Date.parse(visit.joinedAt))),
        ),
        action: { kind: 'admit', visit },
        label: dashboard.admit,
      })),
    },
    {
      title: say.arriving,
      hits: found.arriving.map((visit) => ({
        visit,
        state:
          holdLeftMs(visit, now) > 0 ? dashboard.holdLeft(mmss(holdLeftMs(visit, now))) : dashboard.holdEnded,
        action: { kind: 'arrived', visit },
        label: tools.arrived,
      })),
    },
    {
      title: say.done,
      hits: found.done.map((visit) => {
        const [back] = menuOf(location, visit, now);
        return { visit, state: stateOfDone(visit, location.timezone), ...back };
      }),
    },
  ];
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
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
        .filter(({ hits }) => hits.length > 0)
        .map(({ title, hits }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {hits.map(({ visit, state, action, label }) => (
                <li key={visit.id} className={styles.hit}>
                  <PartySize count={visit.numGuests} />
                  <h4>
                    <button type="button" onClick={() => onOpen(visit)}>
                      <Name visit={visit} typed={typed} />
                    </button>
                  </h4>
                  <p>{state}</p>
                  {mayAct && action && (
                    <Button
                      tone="quiet"
                      aria-label={`${label} ${fullName(visit)}`}
                      busy={isBlocked(visit.id)}
                      onClick={() => onAct(action)}
                    >
                      {label}
                    </Button>
                  )}
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
      {markHits(fullName(visit), typed).map(({ part, hit, at }) =>
        hit ? <mark key={at}>{part}</mark> : part,
      )}
    </bdi>
  );
}

function stateOfDone(visit: VisitView, timezone: string): string {
  const words = {
    waiting: say.inLine,
    admitted: dashboard.holdEnded,
    arrived: tools.arrived,
    no_show: tools.noShow,
    left: dashboard.badgeLeft,
    removed: dashboard.badgeRemoved,
  }[visit.status];
  return `${words} ${clockTime(doneAtMs(visit), timezone, clockLocale)}`;
}
