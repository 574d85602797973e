import { useEffect, useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { updateCreditsRequest } from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import styles from './admin.module.css';
import { focusFirstEmpty } from './first-empty.ts';
import { useChange } from './use-change.ts';

const say = adminCopy.credits;
const nothing = { username: '', baseCustomerCredits: '', baseSMSCredits: '' };

/** The form's values, as typed. */
export type CreditsDraft = typeof nothing;

type Errors = Partial<Record<string, string>>;

/**
 * The form that sets a business's base credits. A new `draft` fills in the form, and the focus moves to the first
 * number.
 */
export function CreditsCard({ draft }: { draft: CreditsDraft | null }) {
  const { busy, change } = useChange('/admin/update-credits', say, { changesBusiness: true });
  const customers = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(nothing);
  const [errors, setErrors] = useState<Errors>({});

  useEffect(() => {
    if (draft === null) return;
    setTyped(draft);
    setErrors({});
    customers.current?.focus();
  }, [draft]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    if (focusFirstEmpty(form)) {
      toast(adminCopy.fillIn, { tone: 'bad' });
      return;
    }
    const checked = z.safeParse(updateCreditsRequest, {
      username: typed.username,
      baseCustomerCredits: figure(typed.baseCustomerCredits),
      baseSMSCredits: figure(typed.baseSMSCredits),
    });
    const found = Object.fromEntries(
      (checked.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
    );
    // React must render the error before the focus moves. If the focus moved first, a screen reader would announce the
    // field without the error.
    flushSync(() => setErrors(found));
    form.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
    if (checked.success) void change(checked.data);
  }

  function edit({ target: { name, value } }: ChangeEvent<HTMLInputElement>): void {
    setTyped({ ...typed, [name]: value });
    setErrors({ ...errors, [name]: undefined });
  }

  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <Field label={say.username} error={errors['username']}>
          {(control) => (
            <input
              {...control}
              name="username"
              type="text"
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed.username}
              onChange={edit}
            />
          )}
        </Field>
        <div className={styles.figures}>
          <Field label={say.customers} error={errors['baseCustomerCredits']}>
            {(control) => (
              <input
                {...control}
                ref={customers}
                name="baseCustomerCredits"
                type="text"
                inputMode="numeric"
                required
                autoComplete="off"
                value={typed.baseCustomerCredits}
                onChange={edit}
              />
            )}
          </Field>
          <Field label={say.sms} error={errors['baseSMSCredits']}>
            {(control) => (
              <input
                {...control}
                name="baseSMSCredits"
                type="text"
                inputMode="numeric"
                required
                autoComplete="off"
                value={typed.baseSMSCredits}
                onChange={edit}
              />
            )}
          </Field>
        </div>
        <Button type="submit" busy={busy} busyLabel={say.busy} className={styles.submit}>
          {say.submit}
        </Button>
      </form>
    </Card>
  );
}

/** Parses digits only, because `Number` alone also accepts '1e3', '0x10' and '1.0'. */
function figure(typed: string): number {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}
