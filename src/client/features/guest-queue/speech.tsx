/** In which language the guest's page speaks, and the change to another one without losing what was typed. */
import { createContext, use, useRef, useState, type ReactNode } from 'react';
import type { ClockSamples, ClocksByLanguage } from '../../../shared/clock-samples.ts';
import type { GuestCopy } from '../../../shared/copy/guest.ts';
import {
  LANGUAGE_COOKIE,
  LANGUAGE_KEPT_SECONDS,
  languageFacts,
  type Language,
} from '../../../shared/languages.ts';

/** A language and its sentences. */
type Speech = { language: Language; copy: GuestCopy };

/** `clock`: how the language's times look to the reader. */
type Choice = Speech & { clock: ClockSamples; choose: (language: Language) => Promise<void> };

const SpeechContext = createContext<Choice | null>(null);

type Props = {
  /** What the server rendered the page in. */
  first: Speech;
  clocks: ClocksByLanguage;
  /** Loads the sentences of another language; rejects when they do not come. */
  load: (language: Language) => Promise<GuestCopy>;
  children: ReactNode;
};

/** Gives all below it their language. The one chosen last is the one that counts, whatever loads first. */
export function SpeechProvider({ first, clocks, load, children }: Props) {
  const [speech, setSpeech] = useState(first);
  const chosen = useRef(first.language);

  async function choose(language: Language): Promise<void> {
    chosen.current = language;
    const copy = await load(language);
    if (chosen.current !== language) return;
    setSpeech({ language, copy });
    document.documentElement.lang = language;
    document.documentElement.dir = languageFacts[language].direction;
    // For the server's next page; not a secret, and gone where the browser keeps no cookies.
    document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/queue; max-age=${LANGUAGE_KEPT_SECONDS}; samesite=lax`;
  }

  return (
    <SpeechContext value={{ ...speech, clock: clocks[speech.language], choose }}>{children}</SpeechContext>
  );
}

/** The page's language, and how to choose another one: rejects when its sentences cannot be loaded. */
export function useSpeech(): Choice {
  const choice = use(SpeechContext);
  if (choice === null) throw new Error('No SpeechProvider');
  return choice;
}

/** The page's sentences. */
export function useCopy(): GuestCopy {
  return useSpeech().copy;
}
