import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { adminKey, adminQuery } from './admin-calls.ts';
import { AdminDesk } from './admin-desk.tsx';
import { AdminLogIn } from './access/admin-log-in.tsx';

/**
 * `/admin` (`docs/spec.md` section 2 and 10.24): locked until the server confirms the admin's session. The browser
 * stores no secret.
 */
export function Admin() {
  usePageTitle(adminCopy.title);
  useCheckOnReturn();
  const me = useQuery(adminQuery);

  if (me.isPending) return null;
  return me.data ? <AdminDesk operator={me.data} /> : <AdminLogIn />;
}

/**
 * Checks the session again when the browser restores this page from memory, for example by the Back button after a
 * log-out.
 */
function useCheckOnReturn(): void {
  const client = useQueryClient();
  useEffect(() => {
    const check = (event: PageTransitionEvent) => {
      if (event.persisted) void client.resetQueries({ queryKey: adminKey });
    };
    window.addEventListener('pageshow', check);
    return () => window.removeEventListener('pageshow', check);
  }, [client]);
}
