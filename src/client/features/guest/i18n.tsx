/** The language of the guest's page. The guest can change to another language, and the page keeps all typed values. */
import { createContext, use, useRef, useState, type ReactNode } from 'react';
import type { ClockSamples, ClocksByLanguage } from '../../../shared/time/clock-samples.ts';
import type { GuestCopy } from '../../../shared/copy/en/guest.ts';
import {
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_MAX_AGE_S,
  languageFacts,
  type Language,
} from '../../../shared/languages.ts';

/** A language and its sentences. */
type I18n = { language: Language; copy: GuestCopy };

/** `clock`: sample times in the reader's time format for this language. */
type I18nValue = I18n & {
  clock: ClockSamples;
  /** The location in the page's address, if any. */
  at: string | undefined;
  choose: (language: Language) => Promise<void>;
};

const I18nContext = createContext<I18nValue | null>(null);

type Props = {
  /** The language in which the server rendered the page, with its sentences. */
  first: I18n;
  clocks: ClocksByLanguage;
  at?: string | undefined;
  /** Loads the sentences of another language. Rejects if the sentences cannot be loaded. */
  load: (language: Language) => Promise<GuestCopy>;
  children: ReactNode;
};

/**
 * Provides language and sentences. The last chosen language is used, even if the file of an earlier choice loads later.
 */
export function I18nProvider({ first, clocks, at, load, children }: Props) {
  const [i18n, setI18n] = useState(first);
  const chosen = useRef(first.language);

  async function choose(language: Language): Promise<void> {
    chosen.current = language;
    const copy = await load(language);
    if (chosen.current !== language) return;
    setI18n({ language, copy });
    document.documentElement.lang = language;
    document.documentElement.dir = languageFacts[language].direction;
    // The server reads this cookie for the next page. The cookie holds no secret.
    document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/queue; max-age=${LANGUAGE_COOKIE_MAX_AGE_S}; samesite=lax`;
  }

  return <I18nContext value={{ ...i18n, clock: clocks[i18n.language], at, choose }}>{children}</I18nContext>;
}

/** The page's language, and `choose`, which changes the language and rejects if the sentences cannot be loaded. */
export function useI18n(): I18nValue {
  const value = use(I18nContext);
  if (value === null) throw new Error('No I18nProvider');
  return value;
}

/** The page's sentences. */
export function useCopy(): GuestCopy {
  return useI18n().copy;
}
