import { accountCopy } from '../../shared/copy/owner/account.ts';
import { pageLanguage } from '../../shared/copy/page-language.ts';
import { LANGUAGE_PARAMETER, languageFacts } from '../../shared/languages.ts';
import { ownerLanguages } from '../../shared/owner-languages.ts';
import styles from './language-links.module.css';
import { chooseLanguage } from './load-in-language.ts';

/**
 * Links to the languages of a page, for people who are not logged in. Each link has the language's own name, and works
 * even before hydration.
 */
export function LanguageLinks() {
  return (
    <nav className={styles.languages} aria-label={accountCopy.languages}>
      {ownerLanguages.map((language) => (
        <a
          key={language}
          href={`?${LANGUAGE_PARAMETER}=${language}`}
          lang={language}
          dir={languageFacts[language].direction}
          aria-current={language === pageLanguage || undefined}
          onClick={(event) => {
            // Reloads the page instead of following the link, because only a reload keeps the state of the history
            // entry. This state has the token of a mailed link.
            event.preventDefault();
            chooseLanguage(language);
          }}
        >
          {languageFacts[language].name}
        </a>
      ))}
    </nav>
  );
}
