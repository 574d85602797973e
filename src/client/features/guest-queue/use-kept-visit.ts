import { useEffect, useRef } from 'react';
import type { PageMessage } from '../../../shared/kept-page.ts';
import { forget } from '../../lib/storage.ts';
import { endVisit, keepVisit } from './background.ts';
import { pagePath } from './path.ts';
import { REMINDED_KEY } from './reminder-state.ts';
import { useSpeech } from './speech.tsx';
import type { BootVisit, Stage } from './use-visit.ts';

/** A page that came with its visit has other things to load first. */
const AFTER_LOAD_MS = 3_000;

/**
 * Has what is known of the visit kept for the time without a server, from the join on, and forgotten at its end, or once
 * the page no longer follows it.
 */
export function useKeptVisit(
  username: string,
  stage: Stage,
  following: boolean,
  bootVisit: BootVisit | undefined,
): void {
  const { language } = useSpeech();
  const wasThere = useRef(false);
  useEffect(() => {
    const path = pagePath(username);
    // What was kept itself says nothing new.
    if (stage.at === 'restoring' || (stage.at === 'visit' && stage.asOf !== undefined)) return undefined;
    if (stage.at !== 'visit' || !following) {
      if (!wasThere.current) return undefined;
      wasThere.current = false;
      forget(REMINDED_KEY);
      void endVisit({ kind: 'over', path });
      return undefined;
    }
    wasThere.current = true;
    const { token: queueToken, status } = stage;
    const message: PageMessage = { kind: 'visit', path, language, visit: { queueToken, status } };
    const timer = setTimeout(keepVisit, status === bootVisit?.status ? AFTER_LOAD_MS : 0, message);
    return () => clearTimeout(timer);
  }, [username, stage, following, bootVisit, language]);
}
