import { siteCopy } from '../../../shared/copy/en/site.ts';
import type { LegalSection, LegalText } from '../../../shared/site/legal-text.ts';
import { SitePage } from '../../site/site-page.tsx';
import { LinkedWords } from './linked-words.tsx';
import styles from './legal-page.module.css';

/**
 * `/policy` and `/terms` (`docs/spec.md` section 2), for reading and printing. Guests open this page while they join a
 * line, so there is a link back at the top of the page. If the guest came from the queue page, `entries/site.ts` sets
 * the address of this link to the queue page.
 */
export function LegalPage({ path, text }: { path: string; text: LegalText }) {
  return (
    <SitePage path={path} className={styles.main}>
      <nav className={styles.back} aria-label={siteCopy.backLabel}>
        <a href="/" data-back={siteCopy.backToQueue}>
          {siteCopy.home}
        </a>
      </nav>
      <header className={styles.head}>
        <h1>{text.title}</h1>
        <p className={styles.date}>{siteCopy.lastUpdated(text.updated)}</p>
      </header>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 id="contents">{siteCopy.contents}</h2>
        <ol>
          {text.sections.map(({ title }, index) => (
            <li key={title}>
              <a href={`#${anchorOf(index)}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        {text.intro.map((words) => (
          <p key={words} className={styles.intro}>
            <LinkedWords of={words} />
          </p>
        ))}
        {text.sections.map((section, index) => (
          <Section key={section.title} section={section} index={index} />
        ))}
      </div>
    </SitePage>
  );
}

function Section({ section, index }: { section: LegalSection; index: number }) {
  return (
    <section id={anchorOf(index)} aria-labelledby={`${anchorOf(index)}-title`}>
      <h2 id={`${anchorOf(index)}-title`}>
        <span>{index + 1}.</span> {section.title}
      </h2>
      {section.body.map((part) =>
        typeof part === 'string' ? (
          <p key={part}>
            <LinkedWords of={part} />
          </p>
        ) : (
          <ul key={part[0]}>
            {part.map((item) => (
              <li key={item}>
                <LinkedWords of={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}

function anchorOf(index: number): string {
  return `section-${index + 1}`;
}
