import { demoCopy as say } from '../../../shared/copy/en/demo.ts';
import { demoFilm } from '../../../shared/site/demo-film.ts';
// Small as they are, they stay a file: the policy lets no film be part of the page.
import captions from '../../film/demo.en.vtt?no-inline';
import mp4 from '../../film/demo.mp4';
import poster from '../../film/demo-poster.webp';
import webm from '../../film/demo.webm';
import styles from './demo.module.css';

/** The film. Nothing of it but the poster is loaded before somebody plays it, and it takes its room from the start. */
export function DemoFilm() {
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
