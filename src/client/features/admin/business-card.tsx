import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { adminBusiness, type AdminBusiness } from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { cleanUsername } from '../../../shared/typing/typed-text.ts';
import { ApiError } from '../../lib/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { toast } from '../../ui/status/toast.tsx';
import { businessKey, useAskAdmin, wordsOf } from './admin-calls.ts';
import styles from './admin.module.css';
import { BusinessFacts } from './business-facts.tsx';
import { focusFirstEmpty } from './first-empty.ts';

const say = adminCopy.business;

/** Finds a business by its username. */
export function BusinessCard({
  onChangeCredits,
}: {
  /** Null if the operator may not change credits. */
  onChangeCredits: ((business: AdminBusiness) => void) | null;
}) {
  const ask = useAskAdmin();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const found = useQuery({
    queryKey: [...businessKey, asked],
    queryFn: ({ signal }) =>
      ask('GET', `/admin/businesses/${encodeURIComponent(asked ?? '')}`, { schema: adminBusiness, signal }),
    enabled: asked !== null,
    // A business is loaded only by a search and after a change of the business, because each call adds an entry to the
    // audit log.
    staleTime: Infinity,
    gcTime: 0,
  });
  const error = found.error instanceof ApiError ? wordsOf(found.error, say.failed) : undefined;

  const business = error === undefined ? found.data : undefined;

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (focusFirstEmpty(event.currentTarget)) {
      toast(adminCopy.fillIn, { tone: 'bad' });
      return;
    }
    const username = cleanUsername(typed);
    if (username === asked) void found.refetch();
    else setAsked(username);
  }

  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <search>
        <form noValidate className={styles.search} onSubmit={submit}>
          <Field label={say.username} error={error}>
            {(control) => (
              <input
                {...control}
                name="username"
                type="search"
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value);
                  if (error !== undefined) setAsked(null);
                }}
              />
            )}
          </Field>
          <Button type="submit" tone="quiet" busy={found.isFetching} busyLabel={say.busy}>
            <Icon name="search" />
            {say.submit}
          </Button>
        </form>
      </search>
      <p className="sr" role="status">
        {business && say.found(business.name)}
      </p>
      {business && (
        <BusinessFacts
          business={business}
          onChangeCredits={onChangeCredits && (() => onChangeCredits(business))}
        />
      )}
    </Card>
  );
}
