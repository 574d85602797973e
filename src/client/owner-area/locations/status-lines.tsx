import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { Notice } from '../../ui/status/notice.tsx';
import { statusOf } from './status-of.ts';
import styles from './status-lines.module.css';

type Props = {
  /** What the page is about. */
  locations: LocationView[];
  /** The page's own connection is gone, and what it shows may be old. */
  mayBeOld?: boolean;
  /** The page tells in another way that texts are held back. */
  tellsTexts?: boolean;
};

/** What works less well than it should, a line each, said as it comes. Nothing while all is well. */
export function StatusLines({ locations, mayBeOld = false, tellsTexts = false }: Props) {
  return (
    // There from the start: a screen reader hears of what comes into it.
    <div role="status" className={styles.lines}>
      {statusOf(locations, { mayBeOld, tellsTexts }).map(({ kind, icon, words }) => (
        <Notice key={kind} icon={icon}>
          {words}
        </Notice>
      ))}
    </div>
  );
}
