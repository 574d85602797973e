import { useQuery } from '@tanstack/react-query';
import type { SecurityView } from '../../../shared/contracts/account-security.ts';
import { securityCopy } from '../../../shared/copy/en/owner/security.ts';
import page from '../../owner-area/page.module.css';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import styles from './account.module.css';
import { AccountSkeleton } from './account-skeleton.tsx';
import { DeleteCard } from './delete-card.tsx';
import { EmailCard } from './email-card.tsx';
import { NameCard } from './name-card.tsx';
import { NumberCard } from './number-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondStepCard } from './second-step-card.tsx';
import { securityQuery } from './security-query.ts';
import { SessionsCard } from './sessions-card.tsx';

const say = securityCopy;

/** `/business/account`: name of the business, email address, password, second step, passkeys, sessions, and deletion of the account. */
export function Account() {
  usePageTitle(say.title);
  const security = useQuery(securityQuery);
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <div>
        <h1 className={page.title}>{say.title}</h1>
        <p className={page.subtitle}>{say.subtitle}</p>
      </div>
      <NameCard />
      {security.data && <Cards security={security.data} />}
      {security.isPending && <AccountSkeleton />}
      {security.isLoadingError && (
        <EmptyState icon="wifi-off" title={say.loadFailed}>
          <Button tone="quiet" onClick={() => void security.refetch()}>
            {say.loadAgain}
          </Button>
        </EmptyState>
      )}
    </main>
  );
}

function Cards({ security }: { security: SecurityView }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <EmailCard security={security} />
        <NumberCard security={security} />
        <PasswordCard hasSecondStep={security.secondStep.on} />
        <SecondStepCard secondStep={security.secondStep} />
      </div>
      <div className={styles.column}>
        <PasskeysCard security={security} />
        <SessionsCard sessions={security.sessions} />
        <DeleteCard security={security} />
      </div>
    </div>
  );
}
