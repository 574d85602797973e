import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { Notice } from '../../ui/status/notice.tsx';
import { statusOf } from './status-of.ts';
import styles from './status-lines.module.css';

type Props = {
  /** strip: lines from edge to edge, under the bar. */
  look?: 'strip';
  /** The locations shown on the page. */
  locations: LocationView[];
  /** The page has no connection, so its data may be old. */
  mayBeOld?: boolean;
  /** The page already shows in another place that texts are not sent. */
  tellsTexts?: boolean;
};

/** One line for each degraded service, announced when it appears. Empty if no service is degraded. */
export function StatusLines({ look, locations, mayBeOld = false, tellsTexts = false }: Props) {
  return (
    // Rendered from the start, because screen readers announce only later insertions.
    <div role="status" className={styles.lines} data-look={look}>
      {statusOf(locations, { mayBeOld, tellsTexts }).map(({ kind, icon, words }) => (
        <Notice key={kind} icon={icon}>
          {words}
        </Notice>
      ))}
    </div>
  );
}
