import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type {
  GuestLocation,
  GuestPageBoot,
  JoinAnswer,
  StatusAnswer,
} from '../../../../shared/contracts/guest.ts';
import { REDIRECT_AFTER_REMOVAL_MS } from '../../../../shared/limits.ts';
import { isOver } from '../../../../shared/visit-values.ts';
import type { LiveState } from '../../../lib/live-socket.ts';
import { removeStored, readStored, store } from '../../../lib/storage.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';
import { pagePath } from './path.ts';
import { soundTurnAlert, disarmTurnAlert } from '../status/turn-alert.ts';
import { useCopy, useI18n } from '../i18n.tsx';
import { useVisitStatus } from './use-visit-status.ts';
import {
  givenUpKey,
  removalSentence,
  saysTheSame,
  statusAfterJoin,
  tokenKey,
  type Stage,
} from './visit-rules.ts';
import type { PageMessage } from '../../../../shared/contracts/cached-page.ts';
import { endVisit, cacheVisit } from './background.ts';
import { REMINDED_KEY } from '../status/reminder-state.ts';

export type BootVisit = NonNullable<GuestPageBoot['visit']>;

type Visit = {
  stage: Stage;
  /**
   * The state of the live socket. Undefined while there is no socket, which is the case on the server and before
   * hydration.
   */
  connection: LiveState | undefined;
  /**
   * True if neither the socket nor the polling works. Also true if the visit comes from the cache of this device and
   * the server has not answered yet.
   */
  cutOff: boolean;
  /** Call this function after a successful join. */
  begin: (answer: JoinAnswer, location: GuestLocation) => void;
  /** Call this function with a newer status from another request. */
  update: (status: StatusAnswer) => void;
  /**
   * Call this function when the guest leaves the line. The function removes the token and closes the socket, but does
   * not change the page.
   */
  stop: () => void;
  /**
   * Callers call this function when the guest has said that they cannot come. The page then shows that the visit has
   * ended.
   */
  giveUp: () => void;
  /** Removes the visit and shows the form again. */
  removeVisit: () => void;
};

/**
 * On load, restores this browser's visit at one business; after that, updates and ends this visit (`docs/spec.md`
 * section 4). `goToStart` opens `/queue` after the visit has ended.
 */
export function useVisit(
  username: string,
  bootVisit: BootVisit | undefined,
  asOf: string | undefined,
  goToStart: (ended: StatusAnswer) => void,
): Visit {
  const copy = useCopy();
  const { toasts } = copy;
  const key = tokenKey(username);
  const [stage, setStage] = useState<Stage>(() => {
    if (bootVisit === undefined || isOver(bootVisit.status)) return { at: 'form' };
    return { at: 'visit', token: bootVisit.queueToken, status: bootVisit.status, asOf };
  });
  /** The current stage, for answers that arrive between two renders. */
  const latest = useRef(stage);
  /** The server's time of the newest answer, even if this answer was not rendered. */
  const newest = useRef(bootVisit?.status.serverNow ?? '');
  const [following, setFollowing] = useState(true);

  function enter(next: Stage): void {
    latest.current = next;
    newest.current = next.at === 'visit' ? next.status.serverNow : '';
    setStage(next);
  }

  function sessionEnded(status?: StatusAnswer): void {
    removeStored(key);
    enter({ at: 'form' });
    toast(toasts.ended, { body: status?.customer.waitExpired && toasts.waitExpired });
  }

  function tellTurn(): void {
    dismissToasts();
    toast(toasts.admitted);
    soundTurnAlert();
  }

  function restore(token: string, status: StatusAnswer): void {
    if (isOver(status)) return sessionEnded(status);
    store(key, token);
    // If the boot data contains the visit, the page already shows the visit.
    if (latest.current.at !== 'visit') enter({ at: 'visit', token, status });
    if (status.holdExpired) return;
    // Runs in a separate task, so that taps are handled first. If a newer answer has changed the status before this
    // task runs, this toast is not shown.
    setTimeout(() => {
      const now = latest.current;
      if (now.at !== 'visit' || now.status.status !== status.status) return;
      if (bootVisit?.isCalled) return tellTurn();
      toast(status.admitted ? toasts.welcomeBack : toasts.restored);
    });
  }

  function update(next: StatusAnswer): void {
    const now = latest.current;
    if (now.at === 'restoring') return restore(now.token, next);
    // Ignores an answer that is older than the newest answer.
    if (now.at !== 'visit') return;
    const isOvertaken = Date.parse(next.serverNow) < Date.parse(newest.current);
    // The time of a cached visit is only an estimate of this device, so the time is not compared.
    if (isOvertaken && now.asOf === undefined) return;
    if (now.asOf === undefined && saysTheSame(now.status, next)) {
      newest.current = next.serverNow;
      return;
    }
    if (next.removed) {
      removeStored(key);
      enter({ at: 'ended', status: next });
      if (next.status === 'left') toast(toasts.left);
      else toast(toasts.removed, { body: removalSentence(copy, next) });
      return;
    }
    const hasGivenWay = next.customer.moreTimeAt !== now.status.customer.moreTimeAt;
    if (now.status.admitted && next.status === 'waiting' && !hasGivenWay) {
      dismissToasts();
      toast(toasts.backInLine, { body: toasts.backInLineBody });
    }
    const calledAgain = next.customer.calledAgainAt !== now.status.customer.calledAgainAt;
    if (next.status === 'admitted' && (calledAgain || !now.status.admitted)) tellTurn();
    enter({ ...now, status: next, asOf: undefined });
  }

  const restoreOnLoad = useEffectEvent(() => {
    if (bootVisit !== undefined) {
      const { queueToken, status } = bootVisit;
      if (readStored(givenUpKey(username)) === status.customer.id) return enter({ at: 'form' });
      if (asOf !== undefined) return;
      return restore(queueToken, status);
    }
    const kept = readStored(key);
    if (kept !== null) enter({ at: 'restoring', token: kept });
  });
  const restored = useRef(false);
  useEffect(() => {
    if (restored.current) return;
    restored.current = true;
    restoreOnLoad();
  }, []);

  const leavePage = useEffectEvent(() => stage.at === 'ended' && goToStart(stage.status));
  useEffect(() => {
    if (stage.at !== 'ended') return undefined;
    const timer = setTimeout(leavePage, REDIRECT_AFTER_REMOVAL_MS);
    return () => clearTimeout(timer);
  }, [stage.at]);

  useCachedVisit(username, stage, following);

  const { connection, cutOff } = useVisitStatus({
    username,
    token: following && 'token' in stage ? stage.token : null,
    onStatus: update,
    onGone: () => sessionEnded(),
  });

  const isCached = stage.at === 'visit' && stage.asOf !== undefined;

  return {
    stage,
    connection: isCached ? 'offline' : connection,
    cutOff: cutOff || isCached,
    begin(answer, location) {
      dismissToasts();
      store(key, answer.queueToken);
      setFollowing(true);
      enter({ at: 'visit', token: answer.queueToken, status: statusAfterJoin(answer, location) });
    },
    update,
    stop() {
      dismissToasts();
      removeStored(key);
      setFollowing(false);
    },
    giveUp() {
      removeStored(key);
      const { current } = latest;
      if (current.at === 'visit') enter({ at: 'given-up', status: current.status });
    },
    removeVisit() {
      removeStored(key);
      const { current } = latest;
      if (current.at === 'visit') store(givenUpKey(username), current.status.customer.id);
      enter({ at: 'form' });
    },
  };
}

/**
 * The delay before the visit is cached, so that the page is rendered first. The delay is shorter than the time between
 * two answers.
 */
const AFTER_MS = 1_000;

/**
 * Sends the visit to the service worker's cache after the join. Removes the visit from the cache when the visit ends,
 * or when the page stops following the visit.
 */
function useCachedVisit(username: string, stage: Stage, following: boolean): void {
  const { language } = useI18n();
  const wasThere = useRef(false);
  useEffect(() => {
    const path = pagePath(username);
    // A visit that came from the cache is not cached again.
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
