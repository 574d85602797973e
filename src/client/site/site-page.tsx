import type { ReactNode } from 'react';
import { siteCopy } from '../../shared/copy/owner/site.ts';
import { classes } from '../ui/classes.ts';
import styles from './site-page.module.css';
import { product } from '../../shared/product.ts';
import { HeaderMenu } from '../ui/menu/header-menu.tsx';

type Props = {
  path: string;
  /** Opens a page to which the header links, without a page load. Without this function all links are plain links. */
  navigate?: (href: string) => void;
  className?: string | undefined;
  /** Whether the visitor is logged in. The header then links to the dashboard instead of to log-in and sign-up. */
  isLoggedIn?: boolean | undefined;
  children: ReactNode;
};

/** The frame of every public page: skip link, header, main part, footer (`docs/spec.md` section 2). */
export function SitePage({ path, navigate, className, isLoggedIn, children }: Props) {
  return (
    <div className={styles.page}>
      <a href="#main" className={styles.skip}>
        {siteCopy.toContent}
      </a>
      <SiteHeader path={path} isLoggedIn={isLoggedIn} {...(navigate && { navigate })} />
      <main id="main" tabIndex={-1} className={classes(styles.main, className)}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

const links = [
  { label: siteCopy.privacy, href: '/policy' },
  { label: siteCopy.terms, href: '/terms' },
  { label: siteCopy.feedback, href: '/feedback' },
  { label: siteCopy.help, href: '/help' },
];

/**
 * The footer of the public pages (`docs/spec.md` section 2). The footer uses plain links, because most of these links
 * open another document.
 */
function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <p>{siteCopy.copyright(product.copyrightYear, product.name)}</p>
      <nav aria-label={siteCopy.footerLabel}>
        <ul>
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}

type HeaderProps = {
  path: string;
  isLoggedIn: boolean | undefined;
  /** Opens a page without a page load. Without this function links are plain links. */
  navigate?: (href: string) => void;
};

/** The header of the public pages (`docs/spec.md` section 2), with or without React's router. */
function SiteHeader({ path, isLoggedIn, navigate }: HeaderProps) {
  const ways = isLoggedIn
    ? [{ label: siteCopy.dashboard, href: '/business/dashboard', primary: true }]
    : [
        { label: siteCopy.logIn, href: '/login', current: path === '/login' },
        { label: siteCopy.getStarted, href: '/signup', current: path === '/signup', primary: true },
      ];
  return (
    <HeaderMenu
      brandHref="/"
      label={siteCopy.label}
      menuLabel={siteCopy.menu}
      items={[...ways, { label: siteCopy.joinQueue, href: '/queue' }]}
      navigate={navigate}
    />
  );
}
