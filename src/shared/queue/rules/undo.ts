/**
 * Taking back the last admit or remove within a few seconds, where the location offers it (`docs/decisions/0002-states-order-and-hold.md`). Pure. Until
 * then no text is sent, and a removed guest is still told to be in line: a slip of the finger costs nobody a place.
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

/** The location with an undo offer for this admit or remove, or with none where undo is off. */
export function offerUndo(location: Location, visit: Visit, of: Undo['of'], now: number): Location {
  const { settings, pace } = serviceOf(location, visit);
  const { rank, charged, id: visitId } = visit;
  const undo = settings.undo ? { visitId, of, until: now + UNDO_MS, rank, charged, pace } : null;
  return withService(location, visit, { undo });
}

/** The next admit or remove replaces the offer: a text that waited for its end need not wait any longer. */
export function releaseText({ undo: offer }: Service): Effect[] {
  return offer?.of === 'admit' ? [{ kind: 'release_text', visitId: offer.visitId }] : [];
}

/** What happens to the visit otherwise ends the offer. */
export function withoutUndoOf(location: Location, visit: Visit): Location {
  const isOf = serviceOf(location, visit).undo?.visitId === visit.id;
  return isOf ? withService(location, visit, { undo: null }) : location;
}

/** Undoes the last admit or remove: the visit waits again at its earlier position. */
export function undo(location: Location, visit: Visit, line: Line, now: number): Decision {
  const { undo: offer } = serviceOf(location, visit);
  if (offer?.visitId !== visit.id || now >= offer.until) return refused('undo_over');
  const { charged } = offer;
  // The credit that came back with the removal may have gone to somebody else meanwhile.
  const reserves = offer.of === 'remove' && !charged;
  const refusal = reserves ? refusalToReserve(location) : null;
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

/** The offer has run out; null while it has not, or when there is none. */
export function endUndo(location: Location, service: { serviceId: ServiceId }, now: number): Location | null {
  const { undo: offer } = serviceOf(location, service);
  if (offer === null || now < offer.until) return null;
  return { ...withService(location, service, { undo: null }), version: location.version + 1 };
}

/** Where in line the removed guest believes to stand who is not to know of it yet; null when there is none. */
export function hiddenVisit({ undo: offer }: Service, now: number): RankedVisit | null {
  return offer?.of === 'remove' && now < offer.until ? { id: offer.visitId, rank: offer.rank } : null;
}

/** Whether the guest is not to know of the removal yet. */
export function isRemovalHidden(location: Location, visit: Visit, now: number): boolean {
  return hiddenVisit(serviceOf(location, visit), now)?.id === visit.id;
}

/** An ended or admitted visit as one that waits. */
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
