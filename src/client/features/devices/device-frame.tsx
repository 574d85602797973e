import { useEffect, type ReactNode } from 'react';
import { LanguageLinks } from '../../site/language-links.tsx';
import { Logo } from '../../ui/logo.tsx';
import { clearToasts } from '../../ui/status/toast.tsx';
import { ToastLine } from '../../ui/status/toast-line.tsx';
import styles from './device.module.css';

type Props = { title: string; subtitle?: string; children: ReactNode };

/** The frame of a device's page, used when the page shows no line. */
export function DeviceFrame({ title, subtitle, children }: Props) {
  // Removes the toasts of the line, because they contain guests' names.
  useEffect(clearToasts, []);
  return (
    <div className={styles.page}>
      <header>
        <Logo />
      </header>
      <main id="main" tabIndex={-1} className={styles.panel}>
        <h1>{title}</h1>
        {subtitle !== undefined && (
          <p className={styles.subtitle}>
            <bdi>{subtitle}</bdi>
          </p>
        )}
        {children}
      </main>
      <LanguageLinks />
      <div className={styles.toasts}>
        <ToastLine />
      </div>
    </div>
  );
}
