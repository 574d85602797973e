import { useEffect, useRef } from 'react';
import type { PageMessage } from '../../../shared/kept-page.ts';
import { isOver } from '../../../shared/visit-over.ts';
import { forget } from '../../lib/storage.ts';
import { endVisit, keepVisit } from './background.ts';
import { pagePath } from './path.ts';
import { REMINDED_KEY } from './reminder-state.ts';
import { useSpeech } from './speech.tsx';
import { disarmTurnAlert } from './turn-alert.ts';
import type { Stage } from './use-visit.ts';

/** The page itself comes first. Shorter than the time between two answers. */
const AFTER_MS = 1_000;

/**
 * Has what is known of the visit kept for the time without a server, from the join on, and forgotten at its end, or once
 * the page no longer follows it.
 */
export function useKeptVisit(username: string, stage: Stage, following: boolean): void {
  const { language } = useSpeech();
  const wasThere = useRef(false);
  useEffect(() => {
    const path = pagePath(username);
    // What was kept itself says nothing new.
    if (stage.at === 'restoring' || (stage.at === 'visit' && stage.asOf !== undefined)) return undefined;
    if (stage.at !== 'visit' || !following || isOver(stage.status)) {
      if (!wasThere.current) return undefined;
      wasThere.current = false;
      forget(REMINDED_KEY);
      void endVisit({ kind: 'over', path });
      void disarmTurnAlert();
      return undefined;
    }
    wasThere.current = true;
    const { token: queueToken, status } = stage;
    const message: PageMessage = { kind: 'visit', path, language, visit: { queueToken, status } };
    const timer = setTimeout(() => keepVisit(message), AFTER_MS);
    return () => clearTimeout(timer);
  }, [username, stage, following, language]);
}
