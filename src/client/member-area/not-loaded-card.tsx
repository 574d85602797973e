import { ownerCopy } from '../../shared/copy/owner/owner.ts';
import { Card } from '../ui/card.tsx';
import { Button } from '../ui/form/button.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';

const say = ownerCopy.notLoaded;

/** Shown instead of a card whose data could not be loaded, with a button to load the data again. */
export function NotLoadedCard({ title, onAgain }: { title: string; onAgain: () => void }) {
  return (
    <Card title={title}>
      <EmptyState icon="wifi-off" title={say.title}>
        <Button tone="quiet" onClick={onAgain}>
          {say.again}
        </Button>
      </EmptyState>
    </Card>
  );
}
