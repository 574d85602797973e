import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import styles from './section.module.css';

type Props = {
  /** The id of the title; the title is the accessible name of the section. */
  titleId: string;
  title: string;
  intro: string;
  /** The section's id, for links. */
  id?: string;
  /** Whether the section is shown on a band of colour as wide as the page. */
  band?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A section of a marketing page: title, one sentence, content. */
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
