import { siteCopy } from '../../shared/copy/en/site.ts';
import { HeaderMenu } from '../ui/menu/header-menu.tsx';

type Props = {
  /** The page one is on. */
  path: string;
  /** Goes there without loading the page anew; without it links are plain links. */
  navigate?: (href: string) => void;
};

/** The head of the public pages (`docs/spec.md` section 2), of those with React's router and of those without. */
export function SiteHeader({ path, navigate }: Props) {
  return (
    <HeaderMenu
      brandHref="/"
      label={siteCopy.label}
      menuLabel={siteCopy.menu}
      items={[
        { label: siteCopy.logIn, href: '/login', current: path === '/login' },
        { label: siteCopy.getStarted, href: '/signup', current: path === '/signup', primary: true },
        { label: siteCopy.joinQueue, href: '/queue' },
      ]}
      navigate={navigate}
    />
  );
}
