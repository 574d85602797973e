/** Finds parties with the same phone number, which may be one party that came into line twice. Pure. */
import type { Visit } from '../state.ts';
import type { QueueState } from '../storage.ts';

/**
 * The number by which a visit is compared: in E.164, or as typed if it cannot be parsed. Null if the visit has no
 * number, or has ended.
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

  /** Updates the index with the present number of a visit. */
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

/** Whether another visit has the same number. */
export function hasSameNumber(state: QueueState, visit: Visit): boolean {
  const number = liveNumber(visit);
  return number !== null && state.withNumber(number).some((id) => id !== visit.id);
}

/**
 * The other visits whose `hasSameNumber` has changed because this visit has changed. `before`: this visit before the
 * change; null if the visit is new.
 */
export function otherWithSameNumber(state: QueueState, before: Visit | null, after: Visit): string[] {
  const [left, taken] = [before && liveNumber(before), liveNumber(after)];
  if (left === taken) return [];
  return [left, taken].flatMap((number) => {
    const others = number === null ? [] : state.withNumber(number).filter((id) => id !== after.id);
    // If two or more other visits have this number, `hasSameNumber` is true for each, with or without this visit.
    return others.length === 1 ? others : [];
  });
}
