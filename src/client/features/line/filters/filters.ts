/** The filters of the line: by size of the party, late, replied. Pure; times are epoch milliseconds. */
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { waitOf } from '../live/wait.ts';

/** The filters in the order of their buttons. */
export const lineFilters = ['1-2', '3-4', '5-6', '7+', 'late', 'replied'] as const;
export type LineFilter = (typeof lineFilters)[number];
/** The filters by size. The keys 1 to 4 choose these filters. */
export const sizeFilters = ['1-2', '3-4', '5-6', '7+'] as const satisfies readonly LineFilter[];

const sizes: Record<(typeof sizeFilters)[number], [least: number, most: number]> = {
  '1-2': [1, 2],
  '3-4': [3, 4],
  '5-6': [5, 6],
  '7+': [7, Number.POSITIVE_INFINITY],
};

export function passes(filter: LineFilter, visit: VisitView, nowMs: number): boolean {
  if (filter === 'late') return waitOf(visit, nowMs).tone === 'late';
  if (filter === 'replied') return visit.onMyWayAt !== undefined || visit.moreTimeAt !== undefined;
  const [least, most] = sizes[filter];
  return visit.numGuests >= least && visit.numGuests <= most;
}
