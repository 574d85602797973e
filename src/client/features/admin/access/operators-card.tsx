import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import {
  operatorList,
  operatorRights,
  type AdminView,
  type OperatorList,
  type OperatorRight,
} from '../../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../../shared/copy/en/admin.ts';
import { Disclosure } from '../../../member-area/form/disclosure.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { Skeleton } from '../../../ui/status/skeleton.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import { adminKey, useAskAdmin } from '../admin-calls.ts';
import styles from '../admin.module.css';
import { focusFirstEmpty } from '../first-empty.ts';
import { NotLoaded } from '../not-loaded.tsx';
import { useChange } from '../use-change.ts';
import { dayOf } from '../when.ts';

const say = adminCopy.operators;

type ListedOperator = OperatorList['operators'][number];

/**
 * Lists the operators with their rights. On this card an operator may change the rights of the other operators and add
 * a new operator.
 */
export function OperatorsCard({ operator: { username } }: { operator: AdminView }) {
  const ask = useAskAdmin();
  const list = useQuery({
    queryKey: [...adminKey, 'operators'],
    queryFn: ({ signal }) => ask('GET', '/admin/operators', { schema: operatorList, signal }),
  });
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      {list.isPending && <Skeleton height="6rem" />}
      {list.isLoadingError && <NotLoaded onAgain={() => void list.refetch()} />}
      {list.data !== undefined && (
        <ol className={styles.rows} aria-label={say.title}>
          {list.data.operators.map((operator) => (
            <li key={operator.name} className={styles.row}>
              <div className={styles.form}>
                {operator.name === username ? (
                  <OperatorFacts operator={operator} />
                ) : (
                  <OperatorForm operator={operator} />
                )}
                {operator.passkeys > 0 && (
                  <Disclosure label={say.reset} accessibleName={say.resetLabel(operator.name)}>
                    {(close) => <ResetPasskeys name={operator.name} onCancel={close} />}
                  </Disclosure>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
      <AddForm />
    </Card>
  );
}

function OperatorFacts({ operator: { name, addedAt, addedBy, passkeys } }: { operator: ListedOperator }) {
  return (
    <div>
      <h3>{name}</h3>
      <p className={styles.quiet}>{`${say.addedBy(addedBy, dayOf(addedAt))}, ${say.passkeys(passkeys)}`}</p>
    </div>
  );
}

/** The form for the rights of one operator. */
function OperatorForm({ operator }: { operator: ListedOperator }) {
  const { name } = operator;
  const { busy, change } = useChange('/admin/operators/change', { done: say.saved, failed: say.failed });
  const from = { rights: operator.rights, disabled: operator.disabled };
  const [edited, setEdited] = useState({ of: operator, ...from });
  // If a refetch brings a changed operator, the form drops the edit. If the operator has not changed, the refetch keeps
  // the same object.
  const { rights, disabled } = edited.of === operator ? edited : from;

  async function save(form: HTMLFormElement): Promise<void> {
    const { currentPassword } = Object.fromEntries(new FormData(form));
    if (await change({ name, rights, disabled, from, currentPassword })) form.reset();
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy) unlessEmpty(event.currentTarget, save);
  }

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <OperatorFacts operator={operator} />
      <Rights
        legend={say.mayDo(name)}
        rights={rights}
        onChange={(changed) => setEdited({ of: operator, rights: changed, disabled })}
      />
      <Checkbox
        label={say.disabled}
        name="disabled"
        checked={disabled}
        onChange={(isOut) => setEdited({ of: operator, rights, disabled: isOut })}
      />
      <OwnPassword name="currentPassword" />
      <Button type="submit" tone="quiet" busy={busy} busyLabel={say.saveBusy} className={styles.submit}>
        {say.save(name)}
      </Button>
    </form>
  );
}

function ResetPasskeys({ name, onCancel }: { name: string; onCancel: () => void }) {
  const words = { done: say.resetDone, failed: say.failed };
  const { busy, change } = useChange('/admin/operators/reset-passkeys', words);

  async function reset(form: HTMLFormElement): Promise<void> {
    await change({ name, ...Object.fromEntries(new FormData(form)) });
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy) unlessEmpty(event.currentTarget, reset);
  }

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <p className={styles.quiet}>{say.resetHint(name)}</p>
      <OwnPassword name="password" />
      <div className={styles.badges}>
        <Button
          type="submit"
          tone="danger"
          aria-label={say.resetLabel(name)}
          busy={busy}
          busyLabel={say.saveBusy}
        >
          {say.reset}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {adminCopy.cancel}
        </Button>
      </div>
    </form>
  );
}

function AddForm() {
  const { busy, change } = useChange('/admin/operators', { done: say.added, failed: say.failed });
  const [rights, setRights] = useState<OperatorRight[]>([]);

  async function add(form: HTMLFormElement): Promise<void> {
    const { name, password, currentPassword } = Object.fromEntries(new FormData(form));
    if (!(await change({ name, password, rights, currentPassword }))) return;
    form.reset();
    setRights([]);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy) unlessEmpty(event.currentTarget, add);
  }

  return (
    <form noValidate className={styles.addOperator} onSubmit={submit}>
      <h3>{say.add}</h3>
      <div className={styles.figures}>
        <Field label={say.name} hint={say.nameForm}>
          {(control) => (
            <input
              {...control}
              name="name"
              type="text"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <PasswordField
          label={say.password}
          hint={say.passwordLength}
          name="password"
          autoComplete="new-password"
        />
      </div>
      <Rights legend={say.mayDo(say.newOne)} rights={rights} onChange={setRights} />
      <OwnPassword name="currentPassword" />
      <Button type="submit" busy={busy} busyLabel={say.addBusy} className={styles.submit}>
        {say.add}
      </Button>
    </form>
  );
}

/**
 * The field for the password of the operator who makes the change. A person with a stolen session does not have this
 * password.
 */
function OwnPassword({ name }: { name: string }) {
  return <PasswordField label={say.ownPassword} name={name} autoComplete="current-password" />;
}

function unlessEmpty(form: HTMLFormElement, send: (form: HTMLFormElement) => Promise<void>): void {
  if (focusFirstEmpty(form)) toast(adminCopy.fillIn, { tone: 'bad' });
  else void send(form);
}

function Rights({
  legend,
  rights,
  onChange,
}: {
  legend: string;
  rights: OperatorRight[];
  onChange: (rights: OperatorRight[]) => void;
}) {
  return (
    <fieldset className={styles.rights}>
      <legend className={styles.quiet}>{legend}</legend>
      {operatorRights.map((right) => (
        <Checkbox
          key={right}
          label={say.rights[right]}
          name={right}
          checked={rights.includes(right)}
          onChange={(isHeld) =>
            onChange(operatorRights.filter((each) => (each === right ? isHeld : rights.includes(each))))
          }
        />
      ))}
    </fieldset>
  );
}
