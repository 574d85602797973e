import { Dialog } from '../../../ui/dialog.tsx';
import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import { WalkInForm } from './walk-in-form.tsx';

type Props = {
  locationId: string;
  open: boolean;
  /** Told the visit's id as soon as it is known, whether or not the dialog still stands. */
  onAdded: (visitId: string) => void;
  onClose: () => void;
};

/** Adds a walk-in. Each opening is a new form. */
export function WalkInDialog({ locationId, open, onAdded, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={ownerCopy.walkIn.title}>
      <WalkInForm locationId={locationId} onAdded={onAdded} onClose={onClose} />
    </Dialog>
  );
}
