import type { ReactNode } from 'react';
import { siteCopy } from '../../shared/copy/en/site.ts';
import { classes } from '../ui/classes.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import styles from './site-page.module.css';

type Props = {
  /** The page one is on. */
  path: string;
  /** Goes to a page of the head without loading it anew; without it all links are plain links. */
  navigate?: (href: string) => void;
  className?: string | undefined;
  children: ReactNode;
};

/** The frame of every public page: the way past the head, head, main part, foot (`docs/spec.md` section 2). */
export function SitePage({ path, navigate, className, children }: Props) {
  return (
    <div className={styles.page}>
      <a href="#main" className={styles.skip}>
        {siteCopy.toContent}
      </a>
      <SiteHeader path={path} {...(navigate && { navigate })} />
      <main id="main" tabIndex={-1} className={classes(styles.main, className)}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
