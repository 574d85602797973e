import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, Outlet, Link, useLocation } from 'react-router';
import { BusinessHeader } from './business-header.tsx';
import { OwnerContext, useOwner } from './owner-context.ts';
import { ownerKey, useOwnerQuery } from './owner-query.ts';
import styles from './owner-area.module.css';
import { UNCONFIRMED_GUESTS_MAX, UNCONFIRMED_GUESTS_TOLD_FROM } from '../../shared/limits.ts';
import { securityCopy } from '../../shared/copy/en/security.ts';
import { ErrorPage } from '../site/error-page.tsx';
import { Icon } from '../ui/owner-icon.tsx';

/**
 * The protected pages (`docs/spec.md` section 2). Renders nothing while the session check is pending, and
 * redirects to /login without a session.
 */
export function OwnerArea() {
  const owner = useOwnerQuery();
  useCheckOnReturn();

  if (owner.isPending) return null;
  if (!owner.data) return <Navigate to="/login" replace />;
  return (
    <OwnerContext value={owner.data}>
      <Outlet />
    </OwnerContext>
  );
}

/** The frame of the owner's pages but the dashboard, which has a frame of its own. */
export function OwnerPages() {
  return (
    <div className={styles.area}>
      <BusinessHeader />
      <UnverifiedNote />
      <Outlet />
    </div>
  );
}

/** The Back button after a log-out restores this page from memory, so the session is checked again. */
function useCheckOnReturn(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const check = (event: PageTransitionEvent) => {
      if (event.persisted) void queryClient.invalidateQueries({ queryKey: ownerKey });
    };
    window.addEventListener('pageshow', check);
    return () => window.removeEventListener('pageshow', check);
  }, [queryClient]);
}

/** Shown if the dashboard failed, with the way to the other pages. */
export function BrokenPage() {
  return (
    <div className={styles.area}>
      <BusinessHeader />
      <ErrorPage />
    </div>
  );
}

const say = securityCopy.unverified;

/**
 * A small note until the owner's email address is confirmed. Hidden on the account page, where that is done. After
 * `UNCONFIRMED_GUESTS_TOLD_FROM` guests it also says how many more are allowed. It always names the locations that take
 * no more guests while others still do.
 */
function UnverifiedNote() {
  const { emailVerified, guestsLeft = UNCONFIRMED_GUESTS_MAX, noGuestsLeftAt = [] } = useOwner().user;
  const { pathname } = useLocation();
  if (emailVerified || pathname === '/business/account') return null;
  const isNear = UNCONFIRMED_GUESTS_MAX - guestsLeft >= UNCONFIRMED_GUESTS_TOLD_FROM;
  return (
    <aside className={styles.note} aria-label={securityCopy.email.title}>
      <p>
        <Icon name="message" size={18} />
        <span>
          {isNear ? say.guestsLeft(guestsLeft) : say.note}
          {guestsLeft > 0 && noGuestsLeftAt.length > 0 && ` ${say.noGuestsLeftAt(noGuestsLeftAt)}`}
        </span>
        <Link to="/business/account">{say.more}</Link>
      </p>
    </aside>
  );
}
