import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { sessionsEndedAnswer } from '../../shared/contracts/account/view.ts';
import { ownerCopy } from '../../shared/copy/owner/owner.ts';
import { ApiError, request } from '../lib/api.ts';
import { HeaderMenu } from '../ui/menu/header-menu.tsx';
import type { MenuItem, MenuLink } from '../ui/menu/menu-button.tsx';
import { toast } from '../ui/status/toast.tsx';
import { useMay } from './may.tsx';
import { removeSignedInHint } from './signed-in-hint.ts';
import { tellUnconfirmed } from './tell-unconfirmed.ts';

const say = ownerCopy.header;

type Props = {
  /** Content of the bar between the brand and the buttons. */
  children?: ReactNode;
  /** Actions that a phone shows in the menu, because a phone's bar has no room for buttons. */
  phoneItems?: (MenuItem | MenuLink)[] | undefined;
};

/** The bar of the member's pages (`docs/spec.md` section 2). */
export function BusinessHeader({ children, phoneItems = [] }: Props) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const maySet = useMay('PATCH /auth/locations/:id');

  async function logOut(): Promise<void> {
    let unconfirmedAt: string[] | undefined;
    try {
      ({ unconfirmedAt } = await request('POST', '/auth/logout', { schema: sessionsEndedAnswer }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The session is still valid. Leaving this page now would wrongly look like a log-out.
      toast(say.logOutFailed, { tone: 'bad', body: error.message || ownerCopy.toasts.tryAgain });
      return;
    }
    removeSignedInHint();
    // A full page load removes all data of the account from memory.
    tellUnconfirmed(unconfirmedAt, () => window.location.assign('/'));
  }

  return (
    <HeaderMenu
      look="bar"
      brandHref="/business/dashboard"
      label={say.label}
      menuLabel={say.menu}
      items={[
        ...phoneItems.map((item) => ({ ...item, onlyInMenu: true, reloads: true })),
        { label: say.dashboard, href: '/business/dashboard', current: pathname === '/business/dashboard' },
        maySet
          ? { label: say.settings, href: '/business/settings', current: pathname === '/business/settings' }
          : { label: say.account, href: '/business/account', current: pathname === '/business/account' },
        { label: say.logOut, run: () => void logOut() },
      ]}
      navigate={(href) => void navigate(href)}
    >
      {children}
    </HeaderMenu>
  );
}
