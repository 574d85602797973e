/**
 * Predicts the line after an action of staff, before the server has answered. Uses the rules of the queue's core. If
 * the server refuses the action, the prediction is undone. Pure; times are epoch milliseconds of the server's clock.
 */
import { actionMenu } from '../../../../shared/copy/owner/actions.ts';
import type { OutsideCommand } from '../../../../shared/queue/commands.ts';
import { decide } from '../../../../shared/queue/decide.ts';
import type { Outcome } from '../../../../shared/queue/decision.ts';
import { apply, MemoryStorage } from '../../../../shared/queue/memory-storage.ts';
import { placeOfUndo, staffVisit } from '../../../../shared/queue/project-visit.ts';
import type { PartyChange } from '../../../../shared/queue/rules/edit.ts';
import { liveNumber } from '../../../../shared/queue/rules/same-number.ts';
import type { StaffActionName } from '../../../../shared/queue/rules/staff-actions.ts';
import type { TextNumber } from '../../../../shared/queue/state.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { placeVisits, visitIn } from './apply-change.ts';
import { coreState, coreStateReturning } from './core-state.ts';

/**
 * An action on a row. `position` counts from 1. For a move, `position` is the target. For an undo or a recall,
 * `position` is the visit's earlier position, if the page knows it. `isOneOfMany`: the action belongs to a group of
 * actions that run together, and causes no toast.
 */
export type RowAction = { visit: VisitView } & (
  | { kind: Exclude<StaffActionName, 'undo' | 'recall'> }
  | { kind: 'undo' | 'recall'; position?: number | undefined; isOneOfMany?: true }
  | { kind: 'move'; position: number }
  | { kind: 'edit'; change: PartyChange }
);

/** An action in the menu of a visit's row. `disabled`: the action is not possible at the moment. */
export type MenuAction = { action: RowAction; label: string; disabled?: boolean };

type Prediction = { before: VisitView; after: VisitView };

/** A pending action, with the time of the press and the prediction made at this time. */
export type PendingAction = { action: RowAction; atMs: number; prediction: Prediction | null };

/** The prediction of an action; null if the rules refuse the action. */
export function predictVisit(view: LocationView, action: RowAction, atMs: number): Prediction | null {
  const before = visitIn(view, action.visit.id);
  const { state, outcome } = decided(view, action, atMs);
  if (before === undefined || !outcome.ok) return null;
  const { location, visits } = outcome.changes;
  const [changed] = visits;
  if (changed === undefined) return { before, after: before };
  const line = new MemoryStorage(view.id, apply(state.snapshot, outcome.changes)).line(changed);
  const { promised: _unknown, ...after } = staffVisit(location, changed, line.positionOf(changed.id), atMs);
  // Only the server knows the promised wait, the visits with the same number, and the sender of the join. So the
  // prediction copies these values from the visit as it was before the action.
  const sameNumber = liveNumber(changed) === null ? undefined : before.sameNumber;
  const promised = changed.status === 'waiting' ? before.promised : undefined;
  const senderGroup = changed.status === 'waiting' ? before.senderGroup : undefined;
  const known = {
    ...(promised && { promised }),
    ...(sameNumber && { sameNumber }),
    ...(senderGroup !== undefined && { senderGroup }),
  };
  return { before, after: { ...after, ...placeOfUndo(location, changed, line, atMs), ...known } };
}

/** The view with the predicted outcome of one action; unchanged if the rules refuse the action. */
export function predict(view: LocationView, action: RowAction, atMs: number): LocationView {
  const prediction = predictVisit(view, action, atMs);
  if (prediction === null || prediction.after === prediction.before) return view;
  return placeVisits(view, [prediction.after]);
}

/**
 * The view with one pending action applied. If the server has already sent the outcome of the action, the view is
 * unchanged, because a second application would, for example, skip a party twice.
 */
export function predictPending(
  view: LocationView,
  { action, atMs, prediction }: PendingAction,
): LocationView {
  const known = visitIn(view, action.visit.id);
  return known !== undefined && isDone(known, prediction) ? view : predict(view, action, atMs);
}

/**
 * The menu of a visit's row: the actions that the rules allow now, or will allow as soon as the last text has been
 * sent.
 */
export function menuOf(view: LocationView, visit: VisitView, nowMs: number): MenuAction[] {
  return actionMenu.flatMap(({ kind, label }) => {
    const action: RowAction = { kind, visit };
    // All rows share one state. This is possible because the menu does not depend on the place at which a visit would
    // return to the line.
    const outcome = decidedOn(coreState(view), action, nowMs);
    const isLater = !outcome.ok && outcome.code === 'text_on_its_way';
    return outcome.ok || isLater ? [{ action, label, disabled: isLater }] : [];
  });
}

/**
 * Whether the server's visit shows that a predicted action took effect, even if another device made the same action. If
 * the action adds a field, such as the time of admission, the visit must contain this field. A field whose value the
 * action changes must have the predicted value; only the end of a new hold may differ from the prediction. An action
 * that adds no field must lead to the predicted status or position. Texts, and fields that other changes soon replace,
 * are ignored.
 */
export function isDone(told: VisitView, prediction: Prediction | null): boolean {
  if (prediction === null) return false;
  const { before } = prediction;
  const {
    status,
    position,
    message: _text,
    holdExpired: _mark,
    promised: _told,
    undoUntil: _undo,
    undoPosition: _place,
    pageGone: _page,
    holdEndsAt,
    ...facts
  } = prediction.after;
  const isHeldAnew =
    before.holdEndsAt !== undefined && (holdEndsAt ?? before.holdEndsAt) !== before.holdEndsAt;
  if (isHeldAnew) return told.status === status && told.holdEndsAt !== before.holdEndsAt;
  const was = new Map<string, unknown>(Object.entries(before));
  const now = new Map<string, unknown>(Object.entries(told));
  const changed = Object.entries(facts).filter(([name, value]) => was.get(name) !== value);
  const isThere = changed.every(([name, value]) => (was.has(name) ? now.get(name) === value : now.has(name)));
  if (!isThere || changed.some(([name]) => !was.has(name))) return isThere;
  return told.status === status && (before.status !== status || told.position === position);
}

function decided(
  view: LocationView,
  action: RowAction,
  now: number,
): { state: MemoryStorage; outcome: Outcome } {
  const state =
    action.kind === 'undo' || action.kind === 'recall'
      ? coreStateReturning(view, action.visit, action.position)
      : coreState(view);
  return { state, outcome: decidedOn(state, action, now) };
}

function decidedOn(state: MemoryStorage, action: RowAction, now: number): Outcome {
  return decide(state, commandOf(action), {
    now,
    readNumber: asTyped,
    isOpenAt: () => true,
    dutyEndsAt: () => now,
  });
}

/** The prediction assumes that texts can reach an edited number, because only the server parses numbers. */
function asTyped(typed: string, country: LocationView['settings']['country']): TextNumber | null {
  return typed === '' || country === null ? null : { e164: typed, country };
}

function commandOf(action: RowAction): OutsideCommand {
  const about = { visit: { id: action.visit.id }, actor: { kind: 'owner' } } as const;
  switch (action.kind) {
    case 'move':
      return { kind: action.kind, position: action.position, ...about };
    case 'edit':
      return { kind: action.kind, change: action.change, ...about };
    default:
      return { kind: action.kind, ...about };
  }
}
