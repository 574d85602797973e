import { wordsAndLinks } from '../../../shared/site/legal-text.ts';
import styles from './linked-words.module.css';

/** Renders plain text with links, in the format of `site/legal-text.ts`. */
export function LinkedWords({ of }: { of: string }) {
  return wordsAndLinks(of).map(({ words, href }, index) =>
    href === undefined ? (
      words
    ) : (
      <a key={index} href={href} className={styles.link}>
        {words}
      </a>
    ),
  );
}
