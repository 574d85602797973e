import type { ReactNode } from 'react';
import { demoCopy as say } from '../../../shared/copy/en/site/demo.ts';
import { siteCopy } from '../../../shared/copy/en/site.ts';
import { TRIAL_DAYS } from '../../../shared/limits.ts';
import { SitePage } from '../../site/site-page.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
// The captions stay a separate file (`no-inline`), because the page's policy allows no data URLs for media.
import captions from '../../film/demo.en.vtt?no-inline';
import mp4 from '../../film/demo.mp4';
import poster from '../../film/demo-poster.webp';
import webm from '../../film/demo.webm';
import styles from './demo.module.css';
import { demoFilm } from '../../../shared/site/demo-film.ts';

/** `/demo`: the film (`docs/spec.md` section 2), a transcript of the film, and the sandbox. */
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

/**
 * The film. Until a visitor plays the film, the browser loads only the poster image. The page reserves the space of the
 * film.
 */
function DemoFilm() {
  return (
    <video
      className={styles.film}
      controls
      playsInline
      preload="none"
      poster={poster}
      width={demoFilm.widthPx}
      height={demoFilm.heightPx}
      aria-label={say.film}
      aria-describedby="transcript"
    >
      <source src={webm} type='video/webm; codecs="vp9"' />
      <source src={mp4} type="video/mp4" />
      <track kind="captions" src={captions} srcLang="en" label={say.captions} default />
      <a href={mp4}>{say.download}</a>
    </video>
  );
}
