import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { relativeTime, shortTime } from '../../../../shared/copy/owner/durations.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { waitOf } from '../live/wait.ts';
import styles from './wait-bar.module.css';

/** The width of the whole bar in units of the SVG. */
const WHOLE = 100;
/** The width of the gap that marks the promised time in the bar of a late party. */
const GAP = 2.5;

/**
 * Compares the wait of a party with its promise, in words and as a bar. The bar of a late party is full, with a gap at
 * the promised time.
 */
export function WaitBar({ visit, now }: { visit: VisitView; now: number }) {
  const { tone, promisedMinutes, share } = waitOf(visit, now);
  return (
    <div className={styles.wait} data-tone={tone}>
      <span className={styles.joined}>
        {ownerCopy.dashboard.joined(relativeTime(now - Date.parse(visit.joinedAt)))}
      </span>
      {promisedMinutes !== undefined && share !== undefined && (
        <>
          <svg
            className={styles.bar}
            viewBox={`0 0 ${WHOLE} 4`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect className={styles.whole} width={WHOLE} height="4" />
            <rect className={styles.done} width={Math.min(1, share) * WHOLE} height="4" />
            {tone === 'late' && (
              <rect
                className={styles.gap}
                x={Math.min(WHOLE / share, WHOLE - 2 * GAP)}
                width={GAP}
                height="4"
              />
            )}
          </svg>
          <span className={styles.told}>
            <span className="sr">{lineCopy.row.promised} </span>
            {shortTime(promisedMinutes * 60_000)}
          </span>
        </>
      )}
    </div>
  );
}
