import type { ReactNode } from 'react';
import { HeroPicture } from '../../site/hero-picture.tsx';
import { PublicHeader } from '../../site/public-header.tsx';
import styles from './auth-page.module.css';

/** The frame of log-in and sign-up: the form, and beside it on wide screens the product's picture. */
export function AuthPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <section className={styles.panel}>
          <h1>{title}</h1>
          <p className={styles.intro}>{intro}</p>
          {children}
        </section>
        <div className={styles.picture} aria-hidden="true">
          <HeroPicture />
        </div>
      </main>
    </div>
  );
}
