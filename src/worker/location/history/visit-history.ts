/** History of one visit for staff: its logged events and its texts. */
import type { VisitHistory } from '../../../shared/contracts/queue-view.ts';
import { refused } from '../../../shared/queue/decision.ts';
import { historyOf } from '../../../shared/queue/project-history.ts';
import { isShownToStaff } from '../../../shared/queue/project-visit.ts';
import { openLocation } from '../open-location.ts';
import type { Result } from '../rpc.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';

/**
 * The history of a visit. A visit that staff's pages no longer show is refused with `not_found`, because the search for
 * its events would read too much of the log.
 */
export function readVisitHistory(
  storage: SqliteStorage,
  visitId: string,
  now: number,
): Result<{ history: VisitHistory }> {
  const open = openLocation(storage);
  if (!open.ok) return open;
  const visit = storage.visit({ id: visitId });
  if (visit === null || !isShownToStaff(visit, now)) return refused('not_found');
  return {
    ok: true,
    history: historyOf(visit, storage.events.of(visitId), storage.texts.ofVisit(visitId)),
  };
}
