import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { Notice } from '../../ui/status/notice.tsx';
import { statusOf } from './status-of.ts';
import styles from './status-lines.module.css';

type Props = {
  /** The look `strip` is for lines as wide as the page, under the bar. */
  look?: 'strip';
  /** The locations shown on the page. */
  locations: LocationView[];
  /** Whether the page has no connection, so that its data may be old. */
  mayBeOld?: boolean;
  /** Whether another part of the page already says that texts are not sent. */
  tellsTexts?: boolean;
};

/** Shows one line for each degraded service. Screen readers announce a new line. */
export function StatusLines({ look, locations, mayBeOld = false, tellsTexts = false }: Props) {
  return (
    // This element is always rendered, because screen readers announce only text that is inserted into an element that
    // already exists.
    <div role="status" className={styles.lines} data-look={look}>
      {statusOf(locations, { mayBeOld, tellsTexts }).map(({ kind, icon, words }) => (
        <Notice key={kind} icon={icon}>
          {words}
        </Notice>
      ))}
    </div>
  );
}
