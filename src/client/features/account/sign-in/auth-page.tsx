import type { ReactNode, RefObject } from 'react';
import { HeroPicture } from '../../../site/hero-picture.tsx';
import { PublicPage } from '../../../site/public-page.tsx';
import styles from './auth-page.module.css';

/**
 * The frame of log-in, sign-up and the pages about a lost password: the form, and beside it on wide screens the
 * product's picture. Through `titleRef` the focus can be moved to the title when it takes the place of a form.
 */
export function AuthPage({
  title,
  titleRef,
  intro,
  children,
}: {
  title: string;
  titleRef?: RefObject<HTMLHeadingElement | null>;
  intro: ReactNode;
  children: ReactNode;
}) {
  return (
    <PublicPage className={styles.main}>
      <section className={styles.panel}>
        <h1 ref={titleRef} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.intro}>{intro}</p>
        {children}
      </section>
      <div className={styles.picture} aria-hidden="true">
        <HeroPicture />
      </div>
    </PublicPage>
  );
}
