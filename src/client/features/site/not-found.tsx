import { siteCopy } from '../../../shared/copy/en/site.ts';
import { SitePage } from '../../site/site-page.tsx';
import styles from '../../site/message-page.module.css';
import { buttonClass } from '../../ui/form/button.tsx';

/** The 404 page (`docs/spec.md` section 2). The picture shows a line to a missing door. */
export function NotFoundPage({ navigate }: { navigate?: (href: string) => void }) {
  return (
    <SitePage path="" className={styles.page} {...(navigate && { navigate })}>
      <svg className={styles.picture} viewBox="0 0 260 84" aria-hidden="true">
        <path className={styles.rail} d="M8 76H196" />
        <g className={styles.figure} transform="translate(96 21.5)">
          <path d="M-11 52c0-10 4-17 11-17s11 7 11 17z" />
          <circle cy="25" r="8" />
        </g>
        <path className={styles.door} d="M204 76V36a22 22 0 0 1 44 0v40z" />
      </svg>
      <h1>{siteCopy.notFoundTitle}</h1>
      <p>{siteCopy.notFoundBody}</p>
      <a href="/" className={buttonClass({})}>
        {siteCopy.notFoundHome}
      </a>
    </SitePage>
  );
}
