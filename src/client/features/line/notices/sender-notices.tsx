import { useState } from 'react';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Banner } from '../../../ui/status/banner.tsx';
import type { VisitActions } from '../actions/use-visit-actions.ts';

const say = deskCopy.senders;

type Props = {
  location: LocationView;
  visits: VisitActions;
  /** While true, no party can be removed. */
  blocked: boolean;
};

/**
 * Warns about several joins from one sender. A button removes all parties of this sender, and the removal can be
 * undone. If staff keep the parties, this page does not show the warning again.
 */
export function SenderNotices({ location, visits, blocked }: Props) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const removed = visits.offers.filter(
    ({ kind, locationId }) => kind === 'discard' && locationId === location.id,
  );
  const groups = [...groupsIn(location.queue)].filter(
    ([group, parties]) => parties.length > 1 && !kept.has(group),
  );
  return (
    <>
      {removed.length > 0 && (
        <Banner
          look="strip"
          tone="plain"
          icon="check"
          title={say.removed(removed.length)}
          action={
            <Button
              tone="quiet"
              busy={removed.some(({ untilMs }) => untilMs === undefined)}
              onClick={() => visits.undoAll(removed)}
            >
              {say.undo}
            </Button>
          }
        >
          {say.removedBody}
        </Banner>
      )}
      {groups.map(([group, parties]) => (
        <Banner
          key={group}
          look="strip"
          tone="warning"
          icon="users"
          title={say.title(parties.length)}
          action={
            <>
              <Button tone="quiet" onClick={() => setKept(new Set([...kept, group]))}>
                {say.keep}
              </Button>
              <Button tone="danger" busy={blocked} onClick={() => visits.actOnAll('discard', parties)}>
                {say.remove(parties.length)}
              </Button>
            </>
          }
        >
          {say.body}
        </Banner>
      ))}
    </>
  );
}

/** Groups the waiting parties by the sender of their joins. Each group is in the order of the line. */
function groupsIn(queue: readonly VisitView[]): Map<string, VisitView[]> {
  const groups = new Map<string, VisitView[]>();
  for (const visit of queue) {
    if (visit.senderGroup === undefined) continue;
    groups.set(visit.senderGroup, [...(groups.get(visit.senderGroup) ?? []), visit]);
  }
  return groups;
}
