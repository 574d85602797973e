import { useEffect, useEffectEvent, useRef } from 'react';
import { changeLanguage } from './calls.ts';
import { useSpeech } from './speech.tsx';
import type { Stage } from './use-visit.ts';

/** A visit's texts come in the language that its page is read in: another one is told to the server. */
export function useLanguageTold(username: string, stage: Stage): void {
  const { language } = useSpeech();
  const told = useRef(language);
  const tellServer = useEffectEvent(() => {
    if (stage.at !== 'visit' || stage.status.status !== 'waiting') return;
    // When it does not get through, a text comes in the language before.
    changeLanguage(username, stage.token, language).catch(() => undefined);
  });
  useEffect(() => {
    if (told.current === language) return;
    told.current = language;
    tellServer();
  }, [language]);
}
