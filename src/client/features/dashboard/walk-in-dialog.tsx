import { Dialog } from '../../ui/dialog.tsx';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import { WalkInForm } from './walk-in-form.tsx';

type Props = { locationId: string; open: boolean; onClose: () => void };

/** Adds a walk-in. Each opening is a new form. */
export function WalkInDialog({ locationId, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={ownerCopy.walkIn.title}>
      <WalkInForm locationId={locationId} onClose={onClose} />
    </Dialog>
  );
}
