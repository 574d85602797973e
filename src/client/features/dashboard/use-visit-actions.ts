import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import type { LocationView, VisitView } from '../../../shared/queue-view.ts';
import type { LiveState } from '../../lib/live-socket.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { ownerKey, type OwnerSnapshot } from '../../owner-area/owner-query.ts';
import { dismissToasts, toast } from '../../ui/toast.tsx';
import { doneWords, failedTitle, fullName } from './deed-words.ts';
import { foresee, placeAnswer, visitIn, type Deed } from './deeds.ts';
import { arriving, movedRows } from './lists.ts';
import type { LiveView } from './live-view.ts';
import { sendDeed } from './send-deed.ts';
import type { FocusWish } from './use-focus-kept.ts';
import { liveKey } from './use-live-location.ts';
import { useOutcome } from './use-outcome.ts';
import { undoableForMs, useUndoOffer } from './use-undo-offer.ts';

/** The next guest's buttons move under the finger: the second tap of a double tap must not act on them. */
const REST_AFTER_MS = 400;

/** A deed that has no answer yet; `offersUndo` is the location's setting when it was pressed. */
type Pending = { deed: Deed; locationId: string; atMs: number; offersUndo: boolean };

const { toasts, tools } = ownerCopy;

/**
 * What the owner does to visits. Each deed shows at once (`shown`) and goes to the server after the one before it; when
 * it is refused the line is again as the server has it, and a toast names the guest. The answer is written into the
 * page's data, and where no live socket confirms it the owner's data is asked for anew. Where a guest was moved to, once
 * that is so, is told to `onMoved`, with how many wait.
 */
export function useVisitActions(
  username: string,
  told: LocationView | undefined,
  connection: LiveState,
  keepFocus: (wish: FocusWish) => void,
  onMoved: (visit: VisitView, count: number) => void,
) {
  const queryClient = useQueryClient();
  const placeInCache = usePlacedAnswers();
  const whatBecame = useOutcome();
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const shown = told && pending.reduce((view, { deed, atMs }) => foresee(view, deed, atMs), told);
  const resting = useRestingRows(shown);
  const [justPressed, restAll] = useRest();
  const { offered, make: offerUndo, withdraw } = useUndoOffer();

  const { mutate } = useMutation({
    // One after the other: where a guest moves to depends on the move before.
    scope: { id: 'visits' },
    async mutationFn({ deed, locationId }: Pending) {
      const place = placeInCache(locationId, deed.visit.id);
      const answer = await sendDeed(username, locationId, deed).catch((error: unknown) =>
        whatBecame(error, locationId, deed),
      );
      place(answer);
      return answer;
    },
    onSuccess(answer, { deed, locationId, offersUndo }) {
      if (connection !== 'live') void queryClient.invalidateQueries({ queryKey: ownerKey });
      const isMove = deed.kind === 'move' || deed.kind === 'skip';
      // Another location may have been chosen since.
      if (isMove && told?.id === locationId) onMoved(answer, told.queue.length);
      const words = doneWords(deed.kind, deed.kind === 'undo' ? answer : deed.visit);
      if (words === undefined) return;
      const forMs = offersUndo ? undoableForMs(answer) : 0;
      if (forMs <= 0) return void toast(words.title, { body: words.body });
      const offer = { visit: deed.visit, locationId, forMs };
      const action = { label: tools.undo, run: () => undo(offer), forMs };
      offerUndo({ ...offer, withdraw: toast(words.title, { body: words.body, action }) });
    },
    onError(error, { deed }) {
      toast(failedTitle(deed.kind), {
        tone: 'bad',
        about: fullName(deed.visit),
        body: error.message || toasts.tryAgain,
      });
      // Refused because this page was behind, most likely: it catches up.
      void queryClient.invalidateQueries({ queryKey: ownerKey });
    },
    onSettled(_answer, _error, settled) {
      // After the page has been told of the answer: its row must not come back for a moment.
      notifyManager.schedule(() => setPending((all) => all.filter((one) => one !== settled)));
    },
  });

  function perform(deed: Deed, locationId: string, withUndo: boolean): void {
    const isCall = deed.kind === 'admit' || deed.kind === 'remove';
    const one = { deed, locationId, atMs: serverClock.now(), offersUndo: isCall && withUndo };
    // The next admit or remove replaces the offer to undo the last one.
    if (isCall || deed.kind === 'undo') withdraw();
    // What an earlier try came to must not stand beside this one's outcome.
    dismissToasts(fullName(deed.visit));
    setPending((all) => [...all, one]);
    mutate(one);
  }

  /** At the location where it was done, whichever is looked at by now. */
  function undo({ visit, locationId }: { visit: VisitView; locationId: string }): void {
    const position = visit.position ?? 1;
    // The button of the toast goes with the toast.
    keepFocus({ list: 'queue', index: position - 1, kind: 'admit', visitId: visit.id });
    perform({ kind: 'undo', visit, position }, locationId, false);
  }

  const acting = justPressed || pending.some(({ deed }) => deed.kind === 'admit' || deed.kind === 'remove');
  const isPending = (visitId: string) => pending.some(({ deed }) => deed.visit.id === visitId);

  return {
    /** The location with everything in it that was pressed and is not answered yet. */
    shown,
    /** While true, Admit, Remove and Refresh do nothing (spec section 4). */
    acting,
    /** While true, nothing can be done to the visit, for its row has just moved. */
    isResting: resting,
    /** While true, nothing but moves can be done to the visit. */
    isBusy: (visitId: string) => justPressed || resting(visitId) || isPending(visitId),
    act(deed: Deed): boolean {
      if (told === undefined || !mayAct(deed)) return false;
      if (deed.kind !== 'move' && deed.kind !== 'skip') restAll();
      perform(deed, told.id, told.settings.undo);
      return true;
    },
    offered,
    undo,
  };

  /** What is chosen from a menu is no slip of a finger. */
  function mayAct({ kind, visit }: Deed): boolean {
    switch (kind) {
      case 'admit':
      case 'remove':
        return !acting && !resting(visit.id);
      case 'arrived':
      case 'no-show':
        return !justPressed && !resting(visit.id) && !isPending(visit.id);
      case 'put-back':
      case 'call-again':
      case 'undo':
        return !isPending(visit.id);
      case 'move':
      case 'skip':
        return true;
    }
  }
}

/**
 * Guests leave, and another tablet admits: whoever stood below comes to stand under a finger that is on its way already.
 * It must not meet the wrong guest. Answers whether a row has moved a moment ago; the others can be worked meanwhile.
 */
function useRestingRows(shown: LocationView | undefined): (visitId: string) => boolean {
  const before = useRef<LocationView | undefined>(undefined);
  const [resting, setResting] = useState<readonly string[][]>([]);
  // Before the rows are painted where they stand now: there is no moment at which they can be pressed.
  useLayoutEffect(() => {
    const last = before.current;
    before.current = shown;
    if (shown === undefined || last?.id !== shown.id) return;
    const now = serverClock.now();
    const moved = [
      ...movedRows(last.queue, shown.queue),
      ...movedRows(arriving(last, now), arriving(shown, now)),
    ];
    if (moved.length === 0) return;
    setResting((all) => [...all, moved]);
    setTimeout(() => setResting((all) => all.filter((one) => one !== moved)), REST_AFTER_MS);
  }, [shown]);
  return (visitId) => resting.some((moved) => moved.includes(visitId));
}

/** True for a moment after each call of the second; the last one counts. */
function useRest(): [boolean, () => void] {
  const [causes, setCauses] = useState(0);
  useEffect(() => {
    if (causes === 0) return undefined;
    const timer = setTimeout(() => setCauses(0), REST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [causes]);
  return [causes > 0, () => setCauses((before) => before + 1)];
}

/** Writes answers into both pictures of a location: the socket's and the owner's. To be called before the server is asked. */
function usePlacedAnswers() {
  const queryClient = useQueryClient();
  return (locationId: string, visitId: string) => {
    const live = liveKey(locationId);
    const inLive = queryClient.getQueryData<LiveView>(live)?.view;
    const inOwner = queryClient
      .getQueryData<OwnerSnapshot | null>(ownerKey)
      ?.user.locations.find((location) => location.id === locationId);
    const beforeInLive = inLive && visitIn(inLive, visitId);
    const beforeInOwner = inOwner && visitIn(inOwner, visitId);
    const inLocation = (answer: VisitView) => (view: LocationView) =>
      view.id === locationId ? placeAnswer(view, beforeInOwner, answer) : view;

    return (answer: VisitView): void => {
      queryClient.setQueryData<LiveView>(
        live,
        (now) => now && { ...now, view: placeAnswer(now.view, beforeInLive, answer) },
      );
      queryClient.setQueryData<OwnerSnapshot | null>(
        ownerKey,
        (now) =>
          now && {
            ...now,
            user: { ...now.user, locations: now.user.locations.map(inLocation(answer)) },
          },
      );
    };
  };
}
