import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import {
  operatorPasskeyList,
  type OperatorPasskeyList,
} from '../../../../shared/contracts/admin-passkeys.ts';
import { adminCopy } from '../../../../shared/copy/en/admin.ts';
import { securityCopy } from '../../../../shared/copy/en/owner/security.ts';
import { Disclosure } from '../../../member-area/form/disclosure.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { Skeleton } from '../../../ui/status/skeleton.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import { adminKey, useAskAdmin } from '../admin-calls.ts';
import styles from '../admin.module.css';
import { focusFirstEmpty } from '../first-empty.ts';
import { NotLoaded } from '../not-loaded.tsx';
import { useChange } from '../use-change.ts';
import { dayOf } from '../when.ts';
import { PasskeyName } from './passkey-name.tsx';
import { useNewPasskey } from './use-new-passkey.ts';

const say = securityCopy.passkeys;
const { title, subtitle } = adminCopy.passkeys;

/** Lists the operator's own passkeys. Adds and removes passkeys after the password was typed. */
export function PasskeysCard() {
  const ask = useAskAdmin();
  const list = useQuery({
    queryKey: [...adminKey, 'passkeys'],
    queryFn: ({ signal }) => ask('GET', '/admin/passkeys', { schema: operatorPasskeyList, signal }),
  });
  return (
    <Card title={title} subtitle={subtitle}>
      {list.isPending && <Skeleton height="6rem" />}
      {list.isLoadingError && <NotLoaded onAgain={() => void list.refetch()} />}
      {list.data?.passkeys.length === 0 && <p className={styles.quiet}>{say.none}</p>}
      {list.data !== undefined && list.data.passkeys.length > 0 && (
        <ul className={styles.rows} aria-label={title}>
          {list.data.passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.row}>
              <Passkey passkey={passkey} />
            </li>
          ))}
        </ul>
      )}
      <AddForm />
    </Card>
  );
}

function Passkey({ passkey }: { passkey: OperatorPasskeyList['passkeys'][number] }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const used = lastUsedAt === null ? say.notUsed : say.used(dayOf(lastUsedAt));
  return (
    <div className={styles.asked}>
      <div className={styles.whose}>
        <p className={styles.strong}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.quiet}>{`${say.added(dayOf(createdAt))}, ${used}`}</p>
      </div>
      <Disclosure label={say.remove} accessibleName={say.removeLabel(name)}>
        {(close) => <RemoveForm id={id} name={name} onCancel={close} />}
      </Disclosure>
    </div>
  );
}

function RemoveForm({ id, name, onCancel }: { id: string; name: string; onCancel: () => void }) {
  const words = { done: say.removed, failed: say.removeFailed };
  const { busy, change } = useChange('/admin/passkeys/remove', words);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    if (focusFirstEmpty(form)) toast(adminCopy.fillIn, { tone: 'bad' });
    else void change({ ...Object.fromEntries(new FormData(form)), id });
  }

  return (
    <form noValidate className={styles.search} onSubmit={submit}>
      <PasswordField label={adminCopy.password.current} name="password" autoComplete="current-password" />
      <Button type="submit" tone="danger" aria-label={say.removeLabel(name)} busy={busy} busyLabel={say.busy}>
        {say.remove}
      </Button>
      <Button tone="quiet" onClick={onCancel}>
        {adminCopy.cancel}
      </Button>
    </form>
  );
}

function AddForm() {
  const { busy, add } = useNewPasskey(say.done);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    if (!busy) void add(form, new FormData(form).get('password'));
  }

  return (
    <form noValidate className={styles.addOperator} onSubmit={submit}>
      <h3>{say.add}</h3>
      <div className={styles.filter}>
        <PasskeyName />
        <PasswordField label={adminCopy.password.current} name="password" autoComplete="current-password" />
        <Button type="submit" tone="quiet" busy={busy} busyLabel={say.busy}>
          {say.create}
        </Button>
      </div>
    </form>
  );
}
