import { LANGUAGE_PARAMETER, languageFacts, languages, type Language } from '../../../shared/languages.ts';
import { toast } from '../../ui/status/toast.tsx';
import style from './language-choice.module.css';
import { useI18n } from './i18n.tsx';

/** The page in another language, each under its own name. Links, so that they work before the page is alive too. */
export function LanguageChoice() {
  const { language: spoken, copy, choose } = useI18n();

  async function change(language: Language): Promise<void> {
    try {
      await choose(language);
    } catch {
      // Its file did not come: the page stays as it is, in words that can be read.
      toast(copy.page.loadFailedHint, { tone: 'bad' });
    }
  }

  return (
    <nav className={style.languages} aria-label={copy.page.language}>
      {languages.map((language) => (
        <a
          key={language}
          href={`?${LANGUAGE_PARAMETER}=${language}`}
          lang={language}
          dir={languageFacts[language].direction}
          aria-current={language === spoken || undefined}
          onClick={(event) => {
            event.preventDefault();
            void change(language);
          }}
        >
          {languageFacts[language].name}
        </a>
      ))}
    </nav>
  );
}
