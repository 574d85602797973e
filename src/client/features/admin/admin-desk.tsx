import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AdminBusiness, AdminView, OperatorRight } from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { ApiError, request } from '../../lib/api.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { toast } from '../../ui/status/toast.tsx';
import { adminKey, readPlainRefusal, wordsOf } from './admin-calls.ts';
import styles from './admin.module.css';
import { CommandCodeCard } from './access/command-code-card.tsx';
import { PasskeysCard } from './access/passkeys-card.tsx';
import { AskedActsCard } from './asked-acts-card.tsx';
import { AuditCard } from './audit-card.tsx';
import { BusinessCard } from './business-card.tsx';
import { CreditsCard, type CreditsDraft } from './credits-card.tsx';
import { FeedbackCard } from './feedback-card.tsx';
import { OperatorsCard } from './access/operators-card.tsx';
import { PasswordCard } from './access/password-card.tsx';
import { SalesCard } from './sales-card.tsx';

/** The admin page after the log-in, with the cards that the operator's rights allow. */
export function AdminDesk({ operator }: { operator: AdminView }) {
  const may = (right: OperatorRight) => operator.rights.includes(right);
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [draft, setDraft] = useState<CreditsDraft | null>(null);

  // The log-in form had the focus and was removed, so the focus moves to the title.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  return (
    <>
      <header className={styles.bar}>
        <div className={styles.barInside}>
          <Logo />
          <Badge>{adminCopy.title}</Badge>
          <Button tone="quiet" className={styles.logOut} onClick={() => void logOut(client)}>
            {adminCopy.logOut}
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.desk}>
        <h1 ref={title} tabIndex={-1} className={styles.title}>
          {adminCopy.title}
        </h1>
        <div className={styles.pair}>
          {may('credits') && <CreditsCard draft={draft} />}
          {may('support') && (
            <BusinessCard
              onChangeCredits={may('credits') ? (business) => setDraft(draftOf(business)) : null}
            />
          )}
        </div>
        <AskedActsCard operator={operator} />
        <AuditCard />
        {may('support') && (
          <div className={styles.pair}>
            <FeedbackCard />
            <SalesCard />
          </div>
        )}
        {may('operators') && <OperatorsCard operator={operator} />}
        <PasskeysCard />
        <div className={styles.pair}>
          <PasswordCard />
          <CommandCodeCard />
        </div>
      </main>
    </>
  );
}

function draftOf({ username, baseCustomerCredits, baseSMSCredits }: AdminBusiness): CreditsDraft {
  return {
    username,
    baseCustomerCredits: String(baseCustomerCredits),
    baseSMSCredits: String(baseSMSCredits),
  };
}

async function logOut(client: QueryClient): Promise<void> {
  // Cancels refetches, because the server would refuse a refetch that arrives after the log-out.
  await client.cancelQueries({ queryKey: adminKey });
  try {
    await request('POST', '/admin/logout', { readRefusal: readPlainRefusal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The session is still valid. The page stays open, because another page would look like a completed log-out.
    toast(adminCopy.logOutFailed, { tone: 'bad', body: wordsOf(error, adminCopy.logOutAgain) });
    await client.refetchQueries({
      queryKey: adminKey,
      predicate: ({ state }) => state.isInvalidated || state.data === undefined,
    });
    return;
  }
  // A full page load removes all data from memory.
  window.location.assign('/admin');
}
