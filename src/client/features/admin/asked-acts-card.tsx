import { useQuery } from '@tanstack/react-query';
import { useRef, type SubmitEvent } from 'react';
import type { AdminView } from '../../../shared/contracts/admin.ts';
import { askedActList, type AskedActList } from '../../../shared/contracts/operator.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { toast } from '../../ui/status/toast.tsx';
import { adminKey, useAskAdmin } from './admin-calls.ts';
import styles from './admin.module.css';
import { focusFirstEmpty } from './first-empty.ts';
import { NotLoaded } from './not-loaded.tsx';
import { useChange } from './use-change.ts';
import { momentOf } from './when.ts';

const say = adminCopy.asked;

type AskedAct = AskedActList['acts'][number];
type ActProps = { act: AskedAct; operator: AdminView };

/**
 * Lists the exports and erasures that wait for another operator's approval, and the approved exports and erasures that
 * can now be done.
 */
export function AskedActsCard({ operator }: { operator: AdminView }) {
  const ask = useAskAdmin();
  const list = useQuery({
    queryKey: [...adminKey, 'asked-acts'],
    queryFn: ({ signal }) => ask('GET', '/admin/asked-acts', { schema: askedActList, signal }),
  });
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      {list.isPending && <Skeleton height="6rem" />}
      {list.isLoadingError && <NotLoaded onAgain={() => void list.refetch()} />}
      {list.data?.acts.length === 0 && <EmptyState icon="clock" title={say.empty} />}
      {list.data !== undefined && list.data.acts.length > 0 && (
        <ol className={styles.rows} aria-label={say.title}>
          {list.data.acts.map((act) => (
            <li key={act.id} className={styles.row}>
              <Act act={act} operator={operator} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function Act({ act, operator }: ActProps) {
  const { what, businesses, approvedBy, waitsUntil, endsAt } = act;
  return (
    <div className={styles.asked}>
      <div className={styles.whose}>
        <p className={styles.strong}>{[say.what[what], ...businesses.map((name) => `@${name}`)].join(' ')}</p>
        <p className={styles.quiet}>{say.askedBy(act.operator)}</p>
        <p className={styles.quiet}>
          {approvedBy === null ? say.waits(momentOf(waitsUntil)) : say.approved(approvedBy, momentOf(endsAt))}
        </p>
      </div>
      <Answer act={act} operator={operator} />
    </div>
  );
}

/**
 * The operator who asked for the export or erasure may withdraw it. Another operator who has the right to export or to
 * erase may approve it.
 */
function Answer({ act, operator }: ActProps) {
  if (act.operator === operator.username) return <Withdraw act={act} />;
  const right = act.what === 'export' ? 'export' : 'erase';
  if (act.approvedBy !== null || !operator.rights.includes(right)) return null;
  return act.what === 'export' ? <ApproveExport act={act} /> : <ApproveErasure act={act} />;
}

function Withdraw({ act: { id } }: { act: AskedAct }) {
  const words = { done: say.withdrawn, failed: say.notWithdrawn };
  const { busy, change } = useChange('/admin/asked-acts/withdraw', words);
  return (
    <Button tone="quiet" busy={busy} busyLabel={say.busy} onClick={() => void change({ id })}>
      {say.withdraw}
    </Button>
  );
}

const approval = { done: say.done, failed: say.failed };

function ApproveExport({ act: { businesses } }: { act: AskedAct }) {
  const { busy, change } = useChange('/admin/export/approve', approval);
  const [username] = businesses;
  return (
    <Button tone="quiet" busy={busy} busyLabel={say.busy} onClick={() => void change({ username })}>
      {say.approve}
    </Button>
  );
}

/**
 * The operator types the person's address or number again, because the list of acts does not show whose data an erasure
 * deletes.
 */
function ApproveErasure({ act: { businesses } }: { act: AskedAct }) {
  const { busy, change } = useChange('/admin/person/erase/approve', approval);
  const input = useRef<HTMLInputElement>(null);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    if (focusFirstEmpty(event.currentTarget)) toast(adminCopy.fillIn, { tone: 'bad' });
    else void change({ who: input.current?.value.trim(), businesses });
  }

  return (
    <form noValidate className={styles.search} onSubmit={submit}>
      <Field label={say.person}>
        {(control) => <input {...control} ref={input} type="text" autoComplete="off" spellCheck={false} />}
      </Field>
      <Button type="submit" tone="quiet" busy={busy} busyLabel={say.busy}>
        {say.approve}
      </Button>
    </form>
  );
}
