import { auditPage, type AdminChange, type LocationChange } from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import styles from './admin.module.css';
import { PagedList } from './paged-list.tsx';
import { momentOf } from './when.ts';

const say = adminCopy.audit;

/** The audit log. */
export function AuditCard() {
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <PagedList name="audit" schema={auditPage} label={say.title} empty={say.empty} icon="clock">
        {(change) => <Change change={change} />}
      </PagedList>
    </Card>
  );
}

function Change({ change: { at, admin, username, before, after, locations } }: { change: AdminChange }) {
  return (
    <div className={styles.change}>
      <div className={styles.whose}>
        <p className={styles.strong}>@{username}</p>
        <p className={styles.quiet}>{say.by(admin, momentOf(at))}</p>
      </div>
      <Step term={say.customers} from={before.baseCustomerCredits} to={after.baseCustomerCredits} />
      <Step term={say.sms} from={before.baseSMSCredits} to={after.baseSMSCredits} />
      <Effect locations={locations} />
    </div>
  );
}

/** A change from one number to another. The arrow is hidden from screen readers, which read "from 300 to 500". */
function Step({ term, from, to }: { term: string; from: number; to: number }) {
  return (
    <p className={styles.step}>
      <span className={styles.quiet}>{term}</span>{' '}
      <span aria-hidden="true" className={styles.tabular}>
        {say.fromTo(from, to)}
      </span>
      <span className="sr">{`${say.from(from)} ${say.to(to)}`}</span>
    </p>
  );
}

function Effect({ locations }: { locations: LocationChange[] | null }) {
  if (locations === null) {
    return (
      <p>
        <Badge tone="danger" icon="warning">
          {say.unconfirmed}
        </Badge>
      </p>
    );
  }
  if (locations.length === 0) return <p className={styles.quiet}>{say.noLocations}</p>;
  const reached = locations.filter(({ set }) => set !== null).length;
  const isWhole = reached === locations.length;
  return (
    <details className={styles.effect}>
      <summary>
        <Badge tone={isWhole ? 'ok' : 'danger'} icon={isWhole ? 'check' : 'warning'}>
          {isWhole ? say.set(reached) : say.partlySet(reached, locations.length)}
        </Badge>
        <Icon name="chevron" size={18} />
      </summary>
      <ul>
        {locations.map((location) => (
          <li key={location.id ?? location.address}>
            <bdi className={styles.strong}>{location.address}</bdi>: {balancesOf(location)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function balancesOf({ set }: LocationChange): string {
  if (set === null) return say.notReached;
  const { before, after } = set;
  return say.balances(
    say.fromTo(before.customerCredits, after.customerCredits),
    say.fromTo(before.smsCredits, after.smsCredits),
  );
}
