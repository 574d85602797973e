import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { MemberCall } from '../../shared/roles.ts';
import { BusinessHeader } from './business-header.tsx';
import { useMay } from './may.tsx';
import { MemberContext } from './member-context.ts';
import { memberKey, useMemberQuery } from './member-query.ts';
import { ToastLine } from '../ui/status/toast-line.tsx';
import { UnverifiedNote } from './unverified-note.tsx';
import { useWelcome } from './use-welcome.ts';
import styles from './member-area.module.css';

/**
 * The protected pages (`docs/spec.md` section 2). Renders nothing while the session check is pending. Redirects to
 * /login if the person is not logged in. Redirects to /device if the session belongs to an enrolled device.
 */
export function MemberArea() {
  const member = useMemberQuery();
  useCheckOnReturn();
  useWelcome(member.data?.user.name);

  if (member.isPending) return null;
  if (!member.data) return <Navigate to="/login" replace />;
  if (member.data.user.onDevice) return <Navigate to="/device" replace />;
  return (
    <MemberContext value={member.data}>
      <Outlet />
    </MemberContext>
  );
}

/**
 * For each page that only some roles may open: the main call of the page. A person who may use this call may open the
 * page.
 */
const callOfPage: Readonly<Record<string, MemberCall>> = {
  '/business/settings': 'PATCH /auth/locations/:id',
  '/business/activity': 'GET /auth/locations/:id/activity',
  '/payments': 'POST /stripe/create-checkout-session',
  '/plan-change': 'POST /auth/purchase-plan',
};

/**
 * The frame of the members' pages. The dashboard has a frame of its own. People who may not use a page are redirected
 * to the dashboard.
 */
export function MemberPages() {
  const mayOpen = useMay(callOfPage[useLocation().pathname] ?? 'GET /auth/me');
  if (!mayOpen) return <Navigate to="/business/dashboard" replace />;
  return (
    <div className={styles.area}>
      <BusinessHeader />
      <UnverifiedNote />
      <Outlet />
      <div className={styles.toasts}>
        <ToastLine />
      </div>
    </div>
  );
}

/**
 * Checks the session again when the browser restores this page from memory, for example by the Back button after a
 * log-out.
 */
function useCheckOnReturn(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const check = (event: PageTransitionEvent) => {
      if (event.persisted) void queryClient.invalidateQueries({ queryKey: memberKey });
    };
    window.addEventListener('pageshow', check);
    return () => window.removeEventListener('pageshow', check);
  }, [queryClient]);
}
