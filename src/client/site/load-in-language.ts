import { pageLanguage } from '../../shared/copy/page-language.ts';
import { LANGUAGE_COOKIE_MAX_AGE_S, type Language } from '../../shared/languages.ts';
import { languageOfPath, OWNER_LANGUAGE_COOKIE } from '../../shared/owner-languages.ts';

const LOADED_FOR = 'holdline:loaded-for-language';

/** Whether the page at this path has another language than this document. */
export function hasOtherLanguage(path: string): boolean {
  return languageAt(path) !== pageLanguage;
}

/**
 * Loads the document anew if the page at this path has another language. Not twice in a row for one language: a load that
 * did not bring it would repeat for ever.
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
    // Session storage is forbidden. The page is not loaded again, because nothing could remember the first load.
  }
}

/** Sets the language of this browser, and loads the document in it. A log-in brings the person's own language. */
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
