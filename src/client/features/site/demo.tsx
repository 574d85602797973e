import type { ReactNode } from 'react';
import { demoCopy as say } from '../../../shared/copy/en/demo.ts';
import { siteCopy } from '../../../shared/copy/en/site.ts';
import { TRIAL_DAYS } from '../../../shared/limits.ts';
import { SitePage } from '../../site/site-page.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
import { DemoFilm } from './demo-film.tsx';
import styles from './demo.module.css';

/** `/demo`: the film (`docs/spec.md` section 2), the same in words, and a line to play with. */
export function DemoPage({ sandbox }: { sandbox: ReactNode }) {
  return (
    <SitePage path="/demo" className={styles.main}>
      <div className={styles.head}>
        <h1>{say.title}</h1>
        <p>{say.intro}</p>
      </div>
      <DemoFilm />
      <section className={styles.transcript} aria-labelledby="transcript">
        <h2 id="transcript">{say.transcript}</h2>
        <ol>
          {say.chapters.map(({ title, body }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{body}</p>
            </li>
          ))}
        </ol>
      </section>
      {sandbox}
      <div className={styles.try}>
        <h2>{say.tryTitle}</h2>
        <p>{say.tryBody}</p>
        <a href="/signup" className={buttonClass()}>
          {siteCopy.startTrial}
        </a>
        <p className={styles.note}>{siteCopy.trialNote(TRIAL_DAYS)}</p>
      </div>
    </SitePage>
  );
}
