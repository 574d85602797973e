import { useState, type SubmitEvent } from 'react';
import {
  actKinds,
  auditPage,
  type CreditsChange,
  type LocationChange,
  type OperatorAct,
} from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import styles from './admin.module.css';
import { PagedList } from './paged-list.tsx';
import { momentOf } from './when.ts';

const say = adminCopy.audit;

/** The audit log, with a filter by operator, kind of act and business. */
export function AuditCard() {
  const [filter, setFilter] = useState<Record<string, string>>({});
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <Filter onFilter={setFilter} />
      <PagedList
        name="audit"
        schema={auditPage}
        label={say.title}
        empty={say.empty}
        icon="clock"
        parameters={filter}
      >
        {(act) => <Act act={act} />}
      </PagedList>
    </Card>
  );
}

function Filter({ onFilter }: { onFilter: (filter: Record<string, string>) => void }) {
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
    );
    onFilter(Object.fromEntries(typed));
  }
  return (
    <search aria-label={say.filter}>
      <form noValidate className={styles.filter} onSubmit={submit}>
        <Field label={say.operator}>
          {(control) => <input {...control} name="operator" type="text" autoComplete="off" />}
        </Field>
        <Field label={say.kind}>
          {(control) => (
            <select {...control} name="kind">
              <option value="">{say.anyKind}</option>
              {actKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {say.kinds[kind]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={say.business}>
          {(control) => (
            <input
              {...control}
              name="username"
              type="text"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Button type="submit" tone="quiet">
          {say.show}
        </Button>
      </form>
    </search>
  );
}

function Act({ act: { at, operator, kind, username, about, credits } }: { act: OperatorAct }) {
  return (
    <div className={styles.change}>
      <div className={styles.whose}>
        <p className={styles.strong}>
          {say.kinds[kind]}
          {username !== null && ` @${username}`}
        </p>
        <p className={styles.quiet}>{say.by(operator, momentOf(at))}</p>
        {about !== null && <p className={styles.quiet}>{about}</p>}
      </div>
      {credits !== null && <Change change={credits} />}
    </div>
  );
}

function Change({ change: { before, after, locations } }: { change: CreditsChange }) {
  return (
    <>
      <Step term={say.customers} from={before.baseCustomerCredits} to={after.baseCustomerCredits} />
      <Step term={say.sms} from={before.baseSMSCredits} to={after.baseSMSCredits} />
      <Effect locations={locations} />
    </>
  );
}

/**
 * A change from one number to another. The arrow is hidden from screen readers. Screen readers read "from 300 to 500"
 * instead.
 */
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
