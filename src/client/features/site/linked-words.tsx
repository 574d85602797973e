import { wordsAndLinks } from '../../../shared/site/legal-text.ts';
import styles from './linked-words.module.css';

/** Plain words with links in them, as `site/legal-text.ts` writes them. */
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
