import { useEffect, useEffectEvent, useRef } from 'react';
import { changeLanguage } from './visit/calls.ts';
import { useI18n } from './i18n.tsx';
import type { Stage } from './visit/visit-rules.ts';

/** A visit's texts come in the language that its page is read in: another one is told to the server. */
export function useLanguageTold(username: string, stage: Stage): void {
  const { language } = useI18n();
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
