import type { ReactNode } from 'react';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../shared/copy/owner/desk.ts';
import { shortTime } from '../../../shared/copy/owner/durations.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { dayFigures } from '../../../shared/time/day-figures.ts';
import { pageLocale } from '../../../shared/copy/page-language.ts';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { longestWaitMs } from '../line/live/lists.ts';
import styles from './figures.module.css';

const say = ownerCopy.dashboard;
const more = deskCopy.figures;
const count = new Intl.NumberFormat(pageLocale);

type Props = {
  location: LocationView | undefined;
  /** True while the location is loading and its figures are not known yet. */
  isLoading: boolean;
  now: number;
};

/**
 * Shows the five stat cards of the specification. Other figures stand below the stat cards: outcomes, the number of
 * waiting guests, and the longest wait. A business without a location shows zeros.
 */
export function Figures({ location, isLoading, now }: Props) {
  const noEvents = { queue: [], admittedCustomers: [], removedCustomers: [], timezone: 'UTC' };
  const shown = location ?? noEvents;
  const figures = isLoading ? null : dayFigures(shown, now);
  const longestMs = longestWaitMs(shown.queue, now);
  const guests = shown.queue.reduce((sum, visit) => sum + visit.numGuests, 0);
  const hasOutcome = figures !== null && figures.cameToday + figures.noShowsToday > 0;
  const outcome = (n: number) => (hasOutcome ? count.format(n) : more.none);
  return (
    <div className={styles.both}>
      <section aria-label={say.figures} aria-busy={isLoading}>
        <dl className={styles.figures}>
          <Figure label={say.totalQueue}>{figures && count.format(figures.totalQueue)}</Figure>
          <Figure label={say.averageWait} unit={say.averageWaitUnit}>
            {figures && count.format(figures.averageWaitMinutes)}
          </Figure>
          <Figure label={say.servedToday}>{figures && count.format(figures.servedToday)}</Figure>
          <Figure label={say.successRate} unit="%">
            {figures && count.format(figures.successRatePercent)}
          </Figure>
          <Figure label={say.leftToday}>{figures && count.format(figures.leftToday)}</Figure>
        </dl>
      </section>
      <section aria-label={more.label} aria-busy={isLoading}>
        <dl className={styles.more}>
          <Figure label={more.came}>{figures && outcome(figures.cameToday)}</Figure>
          <Figure label={more.noShows}>{figures && outcome(figures.noShowsToday)}</Figure>
          <Figure label={more.longest}>
            {figures && (longestMs === undefined ? more.none : shortTime(longestMs))}
          </Figure>
          <Figure label={more.waiting}>{figures && more.partiesAndGuests(shown.queue.length, guests)}</Figure>
        </dl>
      </section>
    </div>
  );
}

/** One figure. Shows a skeleton if `children` is null. */
function Figure({ label, children, unit }: { label: string; children: ReactNode; unit?: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        {children === null ? (
          <Skeleton width="3rem" height="1.1em" />
        ) : (
          <>
            <span className={styles.whole}>
              {children}
              {unit === '%' && <span className={styles.percent}>%</span>}
            </span>
            {unit !== undefined && unit !== '%' && <span className={styles.unit}> {unit}</span>}
          </>
        )}
      </dd>
    </div>
  );
}
