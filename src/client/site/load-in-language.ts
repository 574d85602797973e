import { pageLanguage } from '../../shared/copy/page-language.ts';
import { LANGUAGE_COOKIE_MAX_AGE_S, type Language } from '../../shared/languages.ts';
import { languageOfPath, OWNER_LANGUAGE_COOKIE } from '../../shared/owner-languages.ts';

const LOADED_FOR = 'holdline:loaded-for-language';

/** Whether the page at this path has another language than this document. */
export function hasOtherLanguage(path: string): boolean {
  return languageAt(path) !== pageLanguage;
}

/**
 * Reloads the document if the page at this path has another language. Reloads at most once in a row for the same
 * language, so that a reload that does not bring the wanted language is not repeated for ever.
 */
export function loadInLanguage(path: string): void {
  const wanted = languageAt(path);
  try {
    if (wanted === pageLanguage) {
      sessionStorage.removeItem(LOADED_FOR);
    } else if (sessionStorage.getItem(LOADED_FOR) !== wanted) {
      sessionStorage.setItem(LOADED_FOR, wanted);
      window.location.reload();
    }
  } catch {
    // The browser forbids session storage. The page is not reloaded: without storage the page could not remember the
    // first reload, and would reload again and again.
  }
}

/**
 * Sets the language of this browser, and reloads the document in this language. A later log-in sets the person's own
 * language.
 */
export function chooseLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${OWNER_LANGUAGE_COOKIE}=${language}; path=/; max-age=${LANGUAGE_COOKIE_MAX_AGE_S}; samesite=lax${secure}`;
  loadInLanguage(window.location.pathname);
}

function languageAt(path: string): Language {
  const cookies = document.cookie.split('; ');
  const told = cookies.find((cookie) => cookie.startsWith(`${OWNER_LANGUAGE_COOKIE}=`))?.split('=')[1];
  return languageOfPath(path, told);
}
