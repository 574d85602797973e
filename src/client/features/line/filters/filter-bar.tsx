import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { IfMay, LINE_ACTION } from '../../../member-area/may.tsx';
import { lineFilters, passes, type LineFilter } from './filters.ts';
import styles from './filter-bar.module.css';

const say = lineCopy.filters;

type Props = {
  queue: VisitView[];
  now: number;
  chosen: LineFilter | null;
  onChoose: (filter: LineFilter | null) => void;
  /** Whether parties are being selected. */
  selecting: boolean;
  onSelecting: (on: boolean) => void;
};

/**
 * The filters of the line. Each filter shows how many parties pass the filter. The last button starts the selection of
 * several parties.
 */
export function FilterBar({ queue, now, chosen, onChoose, selecting, onSelecting }: Props) {
  return (
    <ul className={styles.filters} aria-label={say.label}>
      {lineFilters.map((filter) => {
        const count = queue.filter((visit) => passes(filter, visit, now)).length;
        return (
          <li key={filter}>
            <button
              type="button"
              aria-pressed={filter === chosen}
              data-tone={count > 0 ? filter : undefined}
              onClick={() => onChoose(filter === chosen ? null : filter)}
            >
              <span>{wordsOf(filter, count)}</span>
            </button>
          </li>
        );
      })}
      <IfMay call={LINE_ACTION}>
        <li className={styles.select}>
          <button type="button" aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
            <span>{say.select}</span>
          </button>
        </li>
      </IfMay>
    </ul>
  );
}

function wordsOf(filter: LineFilter, count: number) {
  if (filter === 'late') return say.late(count);
  if (filter === 'replied') return say.replied(count);
  return (
    <>
      <bdi dir="ltr">{filter.replace('-', '–')}</bdi>
      <span className="sr">{say.guestsParties}</span>
      <i>{count}</i>
    </>
  );
}
