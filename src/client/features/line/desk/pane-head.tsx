import type { ReactNode } from 'react';
import styles from './desk.module.css';

type Props = {
  /** The id of the heading, which names the pane's region. */
  id: string;
  title: string;
  /** A small text beside the title. On a narrow screen the text is below the title. */
  note?: string | undefined;
  /** A badge beside the title. */
  badge?: ReactNode;
  /** The content at the end of the head: a count, a button. */
  action?: ReactNode;
};

/** The head of a pane shows the title, a note, a badge and an action of the pane. */
export function PaneHead({ id, title, note, badge, action }: Props) {
  return (
    <header className={styles.paneHead}>
      <div className={styles.paneTitle}>
        <h2 id={id}>{title}</h2>
        {badge}
        {note !== undefined && <p>{note}</p>}
      </div>
      {action}
    </header>
  );
}
