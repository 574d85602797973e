import { useEffect, useRef } from 'react';
import type { PageMessage } from '../../../../shared/site/kept-page.ts';
import { isOver } from '../../../../shared/visit-over.ts';
import { removeStored } from '../../../lib/storage.ts';
import { endVisit, cacheVisit } from './background.ts';
import { pagePath } from './path.ts';
import { REMINDED_KEY } from '../status/reminder-state.ts';
import { useI18n } from '../i18n.tsx';
import { disarmTurnAlert } from '../status/turn-alert.ts';
import type { Stage } from './visit-rules.ts';

/** The page itself comes first. Shorter than the time between two answers. */
const AFTER_MS = 1_000;

/**
 * Has what is known of the visit kept for the time without a server, from the join on, and forgotten at its end, or once
 * the page no longer follows it.
 */
export function useCachedVisit(username: string, stage: Stage, following: boolean): void {
  const { language } = useI18n();
  const wasThere = useRef(false);
  useEffect(() => {
    const path = pagePath(username);
    // What was kept itself says nothing new.
    if (stage.at === 'restoring' || (stage.at === 'visit' && stage.asOf !== undefined)) return undefined;
    if (stage.at !== 'visit' || !following || isOver(stage.status)) {
      if (!wasThere.current) return undefined;
      wasThere.current = false;
      removeStored(REMINDED_KEY);
      void endVisit({ kind: 'over', path });
      void disarmTurnAlert();
      return undefined;
    }
    wasThere.current = true;
    const { token: queueToken, status } = stage;
    const message: PageMessage = { kind: 'visit', path, language, visit: { queueToken, status } };
    const timer = setTimeout(() => cacheVisit(message), AFTER_MS);
    return () => clearTimeout(timer);
  }, [username, stage, following, language]);
}
