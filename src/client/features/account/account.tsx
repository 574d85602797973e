import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SecurityView } from '../../../shared/contracts/account/security.ts';
import { ownerLanguages } from '../../../shared/owner-languages.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { IfMay } from '../../member-area/may.tsx';
import page from '../../member-area/page.module.css';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import cards from '../../member-area/cards.module.css';
import styles from './account.module.css';
import { AccountSkeleton } from './account-skeleton.tsx';
import { DeleteCard } from './delete-card.tsx';
import { EmailCard } from './email-card.tsx';
import { LanguageCard } from './language-card.tsx';
import { NameCard } from './name-card.tsx';
import { NumberCard } from './number-card.tsx';
import { PasskeysCard } from './passkeys/passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondStepCard } from './second-step/second-step-card.tsx';
import { securityQuery } from './security-query.ts';
import { SessionsCard } from './sessions-card.tsx';

const say = securityCopy;

/**
 * `/business/account`: name of the business, email address, password, second step, passkeys, sessions, and deletion of
 * the account.
 */
export function Account() {
  usePageTitle(say.title);
  const security = useQuery(securityQuery);
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <div>
        <h1 className={page.title}>{say.title}</h1>
        <p className={page.subtitle}>{say.subtitle}</p>
      </div>
      <Link to="/business/team" className={styles.team}>
        {teamCopy.open}
      </Link>
      <IfMay call="PATCH /auth/me">
        <NameCard />
      </IfMay>
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
    <div className={cards.columns}>
      <div className={cards.column}>
        <EmailCard security={security} />
        <IfMay call="POST /auth/number-code">
          <NumberCard security={security} />
        </IfMay>
        <PasswordCard />
        <SecondStepCard security={security} />
        <LanguageCard offered={ownerLanguages} onChanged={() => window.location.reload()} />
      </div>
      <div className={cards.column}>
        <PasskeysCard security={security} />
        <SessionsCard sessions={security.sessions} />
        <IfMay call="POST /auth/delete-account">
          <DeleteCard security={security} />
        </IfMay>
      </div>
    </div>
  );
}
