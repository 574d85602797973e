import type { Analytics } from '../../../shared/contracts/analytics.ts';
import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import { pageLocale } from '../../../shared/copy/page-language.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import styles from './analytics.module.css';

const say = analyticsCopy.promise;
const number = new Intl.NumberFormat(pageLocale, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(pageLocale, { style: 'percent' });

/** The promise report: compares the waits promised at the join with the real waits. */
export function PromiseCard({ promise: { mae, coverage, n } }: { promise: Analytics['promise'] }) {
  return (
    <Card
      title={say.title}
      subtitle={say.subtitle}
      action={<Badge icon="clock">{analyticsCopy.lastWeeks}</Badge>}
    >
      {mae === null || coverage === null ? (
        <EmptyState icon="clock" title={say.empty} />
      ) : (
        <dl className={styles.facts}>
          <div>
            <dt>{say.error}</dt>
            <dd>
              <span>
                <strong>{number.format(mae)}</strong> {say.errorUnit(mae)}
              </span>
              <p>{say.errorHint}</p>
            </dd>
          </div>
          <div>
            <dt>{say.coverage}</dt>
            <dd>
              <span>
                <strong>{percent.format(coverage)}</strong>
              </span>
              <p>{say.coverageHint}</p>
            </dd>
          </div>
          <div>
            <dt>{say.admitted}</dt>
            <dd>
              <span>
                <strong>{number.format(n)}</strong>
              </span>
            </dd>
          </div>
        </dl>
      )}
    </Card>
  );
}
