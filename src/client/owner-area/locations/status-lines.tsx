import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { Notice } from '../../ui/status/notice.tsx';
import { statusOf } from './status-of.ts';
import styles from './status-lines.module.css';

type Props = {
  /** The locations shown on the page. */
  locations: LocationView[];
  /** The page's own connection is gone, and what it shows may be old. */
  mayBeOld?: boolean;
  /** The page shows in another way that texts are held back. */
  tellsTexts?: boolean;
};

/** One line for each degraded service, announced as it appears; renders nothing while all is well. */
export function StatusLines({ locations, mayBeOld = false, tellsTexts = false }: Props) {
  return (
    // Rendered from the start, so that screen readers announce what is inserted.
    <div role="status" className={styles.lines}>
      {statusOf(locations, { mayBeOld, tellsTexts }).map(({ kind, icon, words }) => (
        <Notice key={kind} icon={icon}>
          {words}
        </Notice>
      ))}
    </div>
  );
}
