import { useLocation, useNavigate } from 'react-router';
import { siteCopy } from '../../shared/copy/site.ts';
import { HeaderMenu } from '../ui/header-menu.tsx';

/** The head of the public pages (spec section 2). */
export function PublicHeader() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <HeaderMenu
      brandHref="/"
      label={siteCopy.label}
      menuLabel={siteCopy.menu}
      items={[
        { label: siteCopy.logIn, href: '/login', current: pathname === '/login' },
        { label: siteCopy.getStarted, href: '/signup', current: pathname === '/signup', primary: true },
        // The guests' pages are another document: their link loads it.
        { label: siteCopy.joinQueue, href: '/queue' },
      ]}
      navigate={(href) => {
        if (href === '/queue') window.location.assign(href);
        else void navigate(href);
      }}
    />
  );
}
