import { useEffect, useEffectEvent, useRef } from 'react';
import type { PreferenceChange } from '../../../shared/guest-queue.ts';
import { useSpeech } from './speech.tsx';
import type { Stage } from './use-visit.ts';

/** A visit's texts come in the language that its page is read in: another one is told to the server. */
export function useLanguageTold(
  stage: Stage,
  tell: (token: string, way: PreferenceChange) => Promise<unknown>,
): void {
  const { language } = useSpeech();
  const told = useRef(language);
  const tellServer = useEffectEvent(() => {
    if (stage.at !== 'visit' || stage.status.status !== 'waiting') return;
    const { waitingPreference, phoneNumber = '' } = stage.status.customer;
    // When it does not get through, a text comes in the language before.
    tell(stage.token, { waitingPreference, phoneNumber }).catch(() => undefined);
  });
  useEffect(() => {
    if (told.current === language) return;
    told.current = language;
    tellServer();
  }, [language]);
}
