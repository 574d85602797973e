import { helpCopy as say } from '../../../shared/copy/en/site/help.ts';
import { SitePage } from '../../site/site-page.tsx';
import { LinkedWords } from './linked-words.tsx';
import styles from './help.module.css';

/**
 * The page `/help` (`docs/spec.md` section 2). It has five cards with a question and its answer, and a card with our
 * contact address.
 */
export function HelpPage() {
  return (
    <SitePage path="/help" className={styles.main}>
      <div className={styles.head}>
        <h1>{say.title}</h1>
        <p>{say.intro}</p>
      </div>
      <div className={styles.cards}>
        {say.questions.map(({ question, answer }) => (
          <article key={question} className={styles.card}>
            <h2>{question}</h2>
            {answer.map((words) => (
              <p key={words}>
                <LinkedWords of={words} />
              </p>
            ))}
          </article>
        ))}
      </div>
      <aside className={styles.contact} aria-labelledby="contact">
        <svg viewBox="0 0 200 84" aria-hidden="true">
          <path className={styles.rail} d="M8 76H192" />
          <path className={styles.door} d="M136 75V36a22 22 0 0 1 44 0v39z" />
          <path className={styles.glow} d="M144 75V37a14 14 0 0 1 28 0v38z" />
          {[40, 72].map((x) => (
            <g key={x} className={styles.held} transform={`translate(${x} 21.5)`}>
              <path d="M-11 52c0-10 4-17 11-17s11 7 11 17z" />
              <circle cy="25" r="8" />
            </g>
          ))}
          <g className={styles.you} transform="translate(104 21.5)">
            <path d="M-11 52c0-10 4-17 11-17s11 7 11 17z" />
            <circle cy="25" r="8" />
          </g>
        </svg>
        <h2 id="contact">{say.contactTitle}</h2>
        <p>
          <LinkedWords of={say.contact} />
        </p>
        <p>
          <LinkedWords of={say.feedback} />
        </p>
      </aside>
    </SitePage>
  );
}
