import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import styles from './section.module.css';

type Props = {
  /** Of its title, which names it. */
  titleId: string;
  title: string;
  intro: string;
  /** What a link leads to. */
  id?: string;
  /** Stands on a band of its own, as wide as the page. */
  band?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A part of a page that sells: its title, a sentence, and what it shows. */
export function Section({ titleId, title, intro, id, band, className, children }: Props) {
  return (
    <section
      id={id}
      className={classes(styles.section, band && styles.band, className)}
      aria-labelledby={titleId}
    >
      <h2 id={titleId}>{title}</h2>
      <p className={styles.intro}>{intro}</p>
      {children}
    </section>
  );
}
