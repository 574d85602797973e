/** Finds parties with the same phone number, because one party may have come into line twice. Pure. */
import type { Visit } from '../state.ts';
import type { QueueState } from '../storage.ts';

/**
 * The number by which visits are compared: in E.164, or as typed if the number cannot be parsed. Null if the visit has
 * no number or has ended.
 */
export function liveNumber({ status, autoResolved, textNumber, phoneNumber }: Visit): string | null {
  const isLive = status === 'waiting' || (status === 'admitted' && !autoResolved);
  if (!isLive || phoneNumber === '') return null;
  return textNumber?.e164 ?? phoneNumber;
}

/** Index of visits by `liveNumber`. */
export class LiveNumbers {
  readonly #numberOf = new Map<string, string>();
  readonly #idsByNumber = new Map<string, Set<string>>();

  constructor(visits: Iterable<Visit>) {
    for (const visit of visits) this.follow(visit);
  }

  idsWith(number: string): string[] {
    return [...(this.#idsByNumber.get(number) ?? [])];
  }

  follow(visit: Visit): void {
    const { id } = visit;
    const before = this.#numberOf.get(id);
    const number = liveNumber(visit);
    if (number === (before ?? null)) return;
    if (before !== undefined) this.#leave(before, id);
    this.#numberOf.delete(id);
    if (number === null) return;
    this.#numberOf.set(id, number);
    const ids = this.#idsByNumber.get(number) ?? new Set();
    this.#idsByNumber.set(number, ids.add(id));
  }

  #leave(number: string, id: string): void {
    const ids = this.#idsByNumber.get(number);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsByNumber.delete(number);
  }
}

export function hasSameNumber(state: QueueState, visit: Visit): boolean {
  const number = liveNumber(visit);
  return number !== null && state.withNumber(number).some((id) => id !== visit.id);
}

/**
 * The ids of the other visits whose `hasSameNumber` changed when a visit changed from `before` (null: a new visit) to
 * `after`.
 */
export function otherWithSameNumber(state: QueueState, before: Visit | null, after: Visit): string[] {
  const [left, taken] = [before && liveNumber(before), liveNumber(after)];
  if (left === taken) return [];
  return [left, taken].flatMap((number) => {
    const others = number === null ? [] : state.withNumber(number).filter((id) => id !== after.id);
    // If two or more other visits have this number, `hasSameNumber` stays true for each of these visits.
    return others.length === 1 ? others : [];
  });
}
