import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { Button } from '../../../ui/form/button.tsx';
import styles from './selection-bar.module.css';

const say = lineCopy.selected;

type Props = {
  count: number;
  busy: boolean;
  onAct: (kind: 'admit' | 'remove') => void;
  onEnd: () => void;
};

/** The bar with the actions on the selected parties, at the lower edge of the pane. */
export function SelectionBar({ count, busy, onAct, onEnd }: Props) {
  const isOff = busy || count === 0;
  return (
    <div className={styles.bar} role="group" aria-label={say.label}>
      <p role="status">{say.count(count)}</p>
      <Button tone="quiet" onClick={onEnd}>
        {say.end}
      </Button>
      <Button tone="danger" className={styles.remove} busy={isOff} onClick={() => onAct('remove')}>
        {say.remove(count)}
      </Button>
      <Button busy={isOff} onClick={() => onAct('admit')}>
        {say.admit(count)}
      </Button>
    </div>
  );
}
