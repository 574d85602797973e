import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { visitAnswer, type VisitView } from '../../../../shared/contracts/queue-view.ts';
import { request } from '../../../lib/api.ts';
import { memberKey } from '../../../member-area/member-query.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/status/toast.tsx';

const say = lineCopy.erase;

type Props = {
  locationId: string;
  visit: VisitView;
  /** Called after the erasure. */
  onErased: () => void;
};

/** Erases the data of one guest, after a confirmation. */
export function EraseGuest({ locationId, visit, onErased }: Props) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const erasure = useMutation({
    mutationFn: () =>
      request('DELETE', `/auth/locations/${locationId}/visits/${encodeURIComponent(visit.id)}`, {
        schema: visitAnswer,
      }),
    onSuccess() {
      toast(say.done);
      // Usually the live socket has already sent the change. Without a live socket, this refetch gets the erased visit.
      void queryClient.invalidateQueries({ queryKey: memberKey });
      onErased();
    },
    onError: (error) =>
      void toast(say.failed, { tone: 'bad', body: error.message || ownerCopy.toasts.tryAgain }),
  });
  return (
    <>
      <Button tone="quiet" onClick={() => setAsking(true)}>
        {say.open}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={say.question}>
        <p>{say.warning}</p>
        <DialogActions>
          <Button tone="quiet" onClick={() => setAsking(false)}>
            {say.cancel}
          </Button>
          <Button tone="danger" busy={erasure.isPending} onClick={() => erasure.mutate()}>
            {say.open}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
