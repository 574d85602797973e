import type { ReactNode, RefObject } from 'react';
import { HeroPicture } from '../../../site/hero-picture.tsx';
import { LanguageLinks } from '../../../site/language-links.tsx';
import { PublicPage } from '../../../site/public-page.tsx';
import styles from './auth-page.module.css';

/**
 * The frame of log-in, sign-up and password reset: the form, and on wide screens the product's picture beside the form.
 * `titleRef`: with this ref the caller moves the focus to the title after a panel has replaced the form.
 */
export function AuthPage({
  title,
  titleRef,
  intro,
  isLoggedIn,
  children,
}: {
  title: string;
  titleRef?: RefObject<HTMLHeadingElement | null>;
  intro: ReactNode;
  /** True if the page is also for logged-in people, and this visitor is logged in. */
  isLoggedIn?: boolean;
  children: ReactNode;
}) {
  return (
    <PublicPage className={styles.main} isLoggedIn={isLoggedIn}>
      <section className={styles.panel}>
        <h1 ref={titleRef} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.intro}>{intro}</p>
        {children}
        <LanguageLinks />
      </section>
      <div className={styles.picture} aria-hidden="true">
        <HeroPicture />
      </div>
    </PublicPage>
  );
}
