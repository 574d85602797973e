import type { ReactNode } from 'react';
import styles from './admin.module.css';
import { momentOf } from './when.ts';

type Props = {
  subject: string;
  sentAt: string;
  badges: ReactNode;
  from: string;
  email: string;
  /** Further facts about the sender. Empty fields are left out. */
  about: string[];
  children: string;
};

/**
 * A message that somebody sent by a form, with a link to answer the message. A stranger wrote all text of the message.
 */
export function Message({ subject, sentAt, badges, from, email, about, children }: Props) {
  return (
    <article className={styles.message}>
      <div className={styles.messageHead}>
        <h3>
          <bdi>{subject}</bdi>
        </h3>
        <time dateTime={sentAt} className={styles.quiet}>
          {momentOf(sentAt)}
        </time>
      </div>
      <p className={styles.badges}>{badges}</p>
      <p className={styles.typed} dir="auto">
        {children}
      </p>
      <p className={styles.sender}>
        <bdi>{from}</bdi>
        <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        {about
          .filter((fact) => fact !== '')
          .map((fact) => (
            <bdi key={fact} className={styles.quiet}>
              {fact}
            </bdi>
          ))}
      </p>
    </article>
  );
}
