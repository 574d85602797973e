/**
 * Rules of undo: the last admit or remove can be taken back for a few seconds, if the location allows it
 * (`docs/decisions/0002-states-order-and-hold.md`). Until then no text is sent, and a removed guest is still shown as
 * waiting. Pure.
 */
import { changed, refused, type Decision, type Effect } from '../decision.ts';
import { UNDO_MS } from '../../limits.ts';
import { refusalToReserve, reserveCredit } from './credits.ts';
import { recordLength } from './estimate.ts';
import type { Line, RankedVisit } from './line.ts';
import { insertAt } from './insert-at.ts';
import { withdrawText } from './texts.ts';
import {
  serviceOf,
  withService,
  type Location,
  type Service,
  type ServiceId,
  type Undo,
  type Visit,
} from '../state.ts';

/** The location with an undo offer for this admit or remove; without one if undo is off. */
export function offerUndo(location: Location, visit: Visit, of: Undo['of'], now: number): Location {
  const { settings, pace } = serviceOf(location, visit);
  const { rank, charged, id: visitId } = visit;
  const undo = settings.undo ? { visitId, of, until: now + UNDO_MS, rank, charged, pace } : null;
  return withService(location, visit, { undo });
}

/** The next admit or remove replaces the offer. If a text waited for the offer's end, it is sent now. */
export function releaseText({ undo: offer }: Service): Effect[] {
  return offer?.of === 'admit' ? [{ kind: 'release_text', visitId: offer.visitId }] : [];
}

/** Any other change of the visit ends its undo offer. */
export function withoutUndoOf(location: Location, visit: Visit): Location {
  const isOf = serviceOf(location, visit).undo?.visitId === visit.id;
  return isOf ? withService(location, visit, { undo: null }) : location;
}

/** Undoes the last admit or remove: the visit waits again at its earlier position. */
export function undo(location: Location, visit: Visit, line: Line, now: number): Decision {
  const { undo: offer } = serviceOf(location, visit);
  if (offer?.visitId !== visit.id || now >= offer.until) return refused('undo_over');
  const { charged } = offer;
  // The credit that the removal returned may have been spent on another guest since.
  const reserves = offer.of === 'remove' && !charged;
  const refusal = reserves ? refusalToReserve(location, now) : null;
  if (refusal !== null) return refused(refusal);
  const withdrawn = withdrawText(location, visit);
  const position = line.positionFor(offer.rank);
  const placed = insertAt(withdrawn.location, line, visit, position);
  const paid = reserves ? reserveCredit(placed.location) : placed.location;
  const after = withService(paid, visit, {
    pace: recordLength(offer.pace, line.length + 1, now),
    undo: null,
  });
  const waiting: Visit = { ...backInLine(withdrawn.visit), rank: placed.rank, charged };
  return changed(after, waiting, 'undone', {
    effects: [...withdrawn.effects, { kind: 'history' }],
    position,
    ranks: placed.ranks,
  });
}

/** Ends the undo offer; null if it still runs or there is none. */
export function endUndo(location: Location, service: { serviceId: ServiceId }, now: number): Location | null {
  const { undo: offer } = serviceOf(location, service);
  if (offer === null || now < offer.until) return null;
  return { ...withService(location, service, { undo: null }), version: location.version + 1 };
}

/** The removed visit that is still shown in line to its guest, with its rank; null if there is none. */
export function hiddenVisit({ undo: offer }: Service, now: number): RankedVisit | null {
  return offer?.of === 'remove' && now < offer.until ? { id: offer.visitId, rank: offer.rank } : null;
}

/** Whether the removal is still hidden from the guest. */
export function isRemovalHidden(location: Location, visit: Visit, now: number): boolean {
  return hiddenVisit(serviceOf(location, visit), now)?.id === visit.id;
}

/** Turns an ended or admitted visit into a waiting one. */
export function backInLine(visit: Visit): Visit {
  return {
    ...visit,
    status: 'waiting',
    admittedAt: null,
    holdEndsAt: null,
    holdExpired: false,
    calledAgainAt: null,
    endedAt: null,
    text: null,
    revision: visit.revision + 1,
  };
}
