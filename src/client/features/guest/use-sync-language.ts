import { useEffect, useEffectEvent, useRef } from 'react';
import { changeLanguage } from './visit/calls.ts';
import { useI18n } from './i18n.tsx';
import type { Stage } from './visit/visit-rules.ts';

/** Sends a change of the page's language to the server, because the guest's texts use this language. */
export function useSyncLanguage(username: string, stage: Stage): void {
  const { language } = useI18n();
  const synced = useRef(language);
  const syncServer = useEffectEvent(() => {
    if (stage.at !== 'visit' || stage.status.status !== 'waiting') return;
    // If the call fails, texts keep the previous language.
    changeLanguage(username, stage.token, language).catch(() => undefined);
  });
  useEffect(() => {
    if (synced.current === language) return;
    synced.current = language;
    syncServer();
  }, [language]);
}
