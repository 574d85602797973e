import { notifyManager, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { actionCopy } from '../../../../shared/copy/owner/actions.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import type { LiveState } from '../../../lib/live-socket.ts';
import { serverClock } from '../../../lib/server-clock.ts';
import { LINE_ACTION, useMay } from '../../../member-area/may.tsx';
import { memberKey, type MemberSnapshot } from '../../../member-area/member-query.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';
import { doneWords, fullName } from './action-toasts.ts';
import { withAnswer, visitIn } from '../live/apply-change.ts';
import { arriving, movedRows } from '../live/lists.ts';
import type { LiveView } from '../live/live-view.ts';
import { predictPending, predictVisit, type PendingAction, type RowAction } from '../live/predict.ts';
import { sendAction } from './send-action.ts';
import type { FocusTarget } from '../rows/use-restored-focus.ts';
import { liveKey } from '../live/use-live-location.ts';
import { useVerifyAfterFailure } from './use-verify-after-failure.ts';
import { useUndoOffers, type UndoOffer } from './use-undo-offers.ts';

/**
 * For this time after an action, nobody can press a row. The rows move after an action, and the second tap of a double
 * tap must not hit the next guest.
 */
const REST_AFTER_MS = 400;

type Pending = PendingAction & { locationId: string };

export type VisitActions = ReturnType<typeof useVisitActions>;

const { toasts } = ownerCopy;

/**
 * Actions of staff on visits. The page shows each action at once (`shown`), but sends an action only after the answer
 * to the previous action has arrived. Only the actions on a group are all sent at once. If the server refuses an
 * action, the page shows the visit as before the action, and a toast names the guest. The answer is written into the
 * cache; without a live socket the member's data is refetched. `onMoved` gets a moved visit with its position and the
 * length of the line.
 */
export function useVisitActions(
  username: string,
  view: LocationView | undefined,
  connection: LiveState,
  restoreFocus: (target: FocusTarget) => void,
  onMoved: (visit: VisitView, count: number) => void,
) {
  const queryClient = useQueryClient();
  const mayUndo = useMay(LINE_ACTION);
  const rememberVisit = useCachedAnswers();
  const verifyAfterFailure = useVerifyAfterFailure();
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const shown = view && pending.reduce(predictPending, view);
  const resting = useRestingRows(shown);
  const [justPressed, restAll] = useRest();
  // People who may not act on the line get no undo offers.
  const undos = useUndoOffers(mayUndo ? view : undefined);

  const sending = {
    async mutationFn(one: Pending) {
      const { action, locationId } = one;
      const writeAnswer = rememberVisit(locationId, action.visit.id);
      const answer = await sendAction(username, locationId, action).catch((error: unknown) =>
        verifyAfterFailure(error, locationId, one),
      );
      // A pending poll may be older than the action.
      await queryClient.cancelQueries({ queryKey: memberKey });
      writeAnswer(answer);
      return answer;
    },
    onSuccess(answer: VisitView, { action, locationId }: Pending) {
      if (connection !== 'live') void queryClient.invalidateQueries({ queryKey: memberKey });
      const isMove = action.kind === 'move' || action.kind === 'skip';
      // The move is announced only if this location is still chosen.
      if (isMove && view?.id === locationId) onMoved(answer, view.queue.length);
      undos.confirm(answer);
      const isBack = action.kind === 'undo' || action.kind === 'recall';
      const words = doneWords(action.kind, isBack ? answer : action.visit);
      const isQuiet = action.kind === 'undo' && action.isOneOfMany;
      if (words !== undefined && !isQuiet) toast(words.title, { body: words.body });
    },
    onError(error: Error, { action }: Pending) {
      undos.withdraw(action.visit.id);
      toast(actionCopy[action.kind].failed, {
        tone: 'bad',
        about: fullName(action.visit),
        body: error.message || toasts.tryAgain,
      });
      // The page's data was probably old, so it is refetched.
      void queryClient.invalidateQueries({ queryKey: memberKey });
    },
    onSettled(_answer: unknown, _error: unknown, finished: Pending) {
      // Runs after the answer is in the cache; otherwise the row would reappear for a moment.
      notifyManager.schedule(() => setPending((all) => all.filter((one) => one !== finished)));
    },
  };
  // Most actions are sent one after the other, because the target of a move depends on the move before it.
  const { mutate: sendInOrder } = useMutation({ ...sending, scope: { id: 'visits' } });
  // The actions on the parties of a group are sent at once. If they were sent one after the other on a slow network,
  // the undo offer of the first party would end too early.
  const { mutate: sendAtOnce } = useMutation(sending);

  /** `known`: the newest data of the location on this page. */
  function perform(action: RowAction, locationId: string, known: LocationView | undefined): void {
    const atMs = serverClock.now();
    const prediction = known ? predictVisit(known, action, atMs) : null;
    const one = { action, locationId, atMs, prediction };
    // The undo offer appears at once in the place of the removed row, so that no other row moves under the finger.
    if (known && mayBeUndone(action, known)) {
      undos.make({ kind: action.kind, visit: action.visit, locationId });
    }
    // Removes the error toast of an earlier attempt for this guest, if there is one.
    dismissToasts(fullName(action.visit));
    setPending((all) => [...all, one]);
    if (action.kind === 'discard' || (action.kind === 'undo' && action.isOneOfMany)) sendAtOnce(one);
    else sendInOrder(one);
  }

  /** Undoes the action at the location of the action, even if the page now shows another location. */
  function undo({ visit, locationId }: UndoOffer): void {
    const { id: visitId, position } = visit;
    undos.withdraw(visitId);
    // The pressed button disappears together with its row, so the focus moves to another row.
    restoreFocus(
      position === undefined
        ? { list: 'arriving', index: 0, kind: 'arrived', visitId }
        : { list: 'queue', index: position - 1, kind: 'admit', visitId },
    );
    const { inLive, inMember } = cachedViews(queryClient, locationId);
    perform({ kind: 'undo', visit, position }, locationId, inLive ?? inMember);
  }

  /** Undoes several removals. The last removal is undone first, so that each party returns to its old place. */
  function undoAll(offers: readonly UndoOffer[]): void {
    for (const { visit, locationId } of offers.toReversed()) {
      undos.withdraw(visit.id);
      perform(
        { kind: 'undo', visit, position: visit.position, isOneOfMany: true },
        locationId,
        cachedViews(queryClient, locationId).inLive ?? cachedViews(queryClient, locationId).inMember,
      );
    }
  }

  const acting = justPressed || pending.some(({ action: { kind } }) => isAdmitOrRemoval(kind));
  const isPending = (visitId: string) => pending.some(({ action }) => action.visit.id === visitId);

  return {
    /** The location with all pending actions applied. */
    shown,
    /** While true, Admit, Remove and Refresh do nothing (`docs/spec.md` section 4). */
    acting,
    /** While true, the visit accepts no action, because its row has just moved. */
    isResting: resting,
    /**
     * While true, the visit's buttons are disabled: the visit's row has just moved, an action was just pressed, or an
     * action on the visit has no answer yet.
     */
    isBusy: (visitId: string) => justPressed || resting(visitId) || isPending(visitId),
    act(action: RowAction): boolean {
      if (view === undefined || !mayAct(action)) return false;
      if (action.kind !== 'move' && action.kind !== 'skip') restAll();
      perform(action, view.id, shown);
      return true;
    },
    /** Admits, removes or discards several waiting parties, in order of the line. */
    actOnAll(kind: 'admit' | 'remove' | 'discard', visits: readonly VisitView[]): void {
      if (view === undefined || acting) return;
      restAll();
      visits.forEach((visit, index) => {
        // The position that the party has after the parties before it in the list have left the line.
        const position = visit.position === undefined ? undefined : visit.position - index;
        perform({ kind, visit: { ...visit, position } }, view.id, shown);
      });
    },
    /** Whether the server has not answered an action on this visit yet. */
    isPending,
    /**
     * The actions that can be undone, oldest first. An action is not in the list if another device has acted on the
     * same visit after this action.
     */
    offers: undos.offers.filter(
      ({ visit, locationId }) =>
        shown?.id !== locationId || visitIn(shown, visit.id)?.undoUntil !== undefined,
    ),
    undo,
    undoAll,
  };

  /**
   * Whether the action may start now. Actions from a menu are not blocked after another action, because they cannot be
   * double taps.
   */
  function mayAct({ kind, visit }: RowAction): boolean {
    switch (kind) {
      case 'admit':
      case 'remove':
        return !acting && !resting(visit.id);
      case 'arrived':
      case 'no-show':
        return !justPressed && !resting(visit.id) && !isPending(visit.id);
      case 'move':
      case 'skip':
      case 'edit':
        return true;
      default:
        return !isPending(visit.id);
    }
  }
}

/** Whether the server will probably allow an undo of this action. */
function mayBeUndone({ kind }: RowAction, { settings }: LocationView): boolean {
  if (kind === 'admit') return settings.undo;
  return kind === 'remove' || kind === 'discard' || kind === 'arrived' || kind === 'no-show';
}

function isAdmitOrRemoval(kind: RowAction['kind']): boolean {
  return kind === 'admit' || kind === 'remove' || kind === 'discard';
}

/**
 * Detects rows that have just moved, for example because another tablet acted, so that a tap does not hit the wrong
 * guest. Returns a function that says whether a visit's row has just moved. Rows that have not moved stay usable.
 */
function useRestingRows(shown: LocationView | undefined): (visitId: string) => boolean {
  const before = useRef<LocationView | undefined>(undefined);
  const [resting, setResting] = useState<readonly string[][]>([]);
  // This must be a layout effect, so that moved rows are blocked before the browser paints them.
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

/** True for `REST_AFTER_MS` after each call of the returned function. */
function useRest(): [boolean, () => void] {
  const [causes, setCauses] = useState(0);
  useEffect(() => {
    if (causes === 0) return undefined;
    const timer = setTimeout(() => setCauses(0), REST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [causes]);
  return [causes > 0, () => setCauses((before) => before + 1)];
}

/**
 * Writes an answer into both caches of a location: the view of the live socket, and the member's data. Call the
 * returned function before the request. This call returns a function that writes the answer.
 */
function useCachedAnswers() {
  const queryClient = useQueryClient();
  return (locationId: string, visitId: string) => {
    const { inLive, inMember } = cachedViews(queryClient, locationId);
    const beforeInLive = inLive && visitIn(inLive, visitId);
    const beforeInMember = inMember && visitIn(inMember, visitId);
    const inLocation = (answer: VisitView) => (view: LocationView) =>
      view.id === locationId ? withAnswer(view, beforeInMember, answer) : view;

    return (answer: VisitView): void => {
      queryClient.setQueryData<LiveView>(
        liveKey(locationId),
        (now) => now && { ...now, view: withAnswer(now.view, beforeInLive, answer) },
      );
      queryClient.setQueryData<MemberSnapshot | null>(
        memberKey,
        (now) =>
          now && {
            ...now,
            user: { ...now.user, locations: now.user.locations.map(inLocation(answer)) },
          },
      );
    };
  };
}

function cachedViews(queryClient: QueryClient, locationId: string) {
  const member = queryClient.getQueryData<MemberSnapshot | null>(memberKey);
  return {
    inLive: queryClient.getQueryData<LiveView>(liveKey(locationId))?.view,
    inMember: member?.user.locations.find((location) => location.id === locationId),
  };
}
