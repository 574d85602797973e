import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { Button } from '../../ui/form/button.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import styles from './admin.module.css';

const say = adminCopy.lists;

/** Shown instead of a list that could not be loaded, with a button to load the list again. */
export function NotLoaded({ onAgain }: { onAgain: () => void }) {
  return (
    <div className={styles.rows}>
      <Notice icon="warning" role="status">
        {say.failed}
      </Notice>
      <Button tone="quiet" onClick={onAgain}>
        {say.again}
      </Button>
    </div>
  );
}
