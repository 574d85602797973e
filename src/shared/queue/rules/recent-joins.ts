/**
 * The joins of the last day by the networks of their senders, and the groups of joins that came from one sender in a
 * burst. In memory: made from the stored visits, and kept up to date by each change. Pure.
 */
import type { Visit } from '../state.ts';

/** A visit as a join. */
export function joinOf(visit: Visit, networks: readonly string[]): RecentJoin {
  return { visitId: visit.id, joinedAt: visit.joinedAt, networks, ...courseOf(visit) };
}

/**
 * A join. `networks`: keyed hashes, the narrowest network first. `leftAt`: when the guest left; null if not. `isGone`:
 * whether the guest left, or was removed. `isGuest`: whether staff have admitted the guest.
 */
export type RecentJoin = {
  visitId: string;
  joinedAt: number;
  networks: readonly string[];
  leftAt: number | null;
  isGone: boolean;
  isGuest: boolean;
};

/** Whether staff are known to have met this party: it was admitted, and is not a no-show. */
function isGuest({ status, admittedAt }: Pick<Visit, 'status' | 'admittedAt'>): boolean {
  return admittedAt !== null && (status === 'admitted' || status === 'arrived');
}

/** What became of a join. */
export function courseOf({
  status,
  admittedAt,
  endedAt,
}: Pick<Visit, 'status' | 'admittedAt' | 'endedAt'>): Pick<RecentJoin, 'leftAt' | 'isGone' | 'isGuest'> {
  return {
    leftAt: status === 'left' ? endedAt : null,
    isGone: status === 'left' || status === 'removed',
    isGuest: isGuest({ status, admittedAt }),
  };
}

/**
 * How long the hashes of a sender are kept. Joins are erased within a day, together with those due in the next hour.
 */
export const SENDER_RETENTION_MS = 23 * 3_600_000;
/** Joins of one network within this time are a burst if there are enough of them. */
export const BURST_MS = 2 * 60_000;

export class RecentJoins {
  /** In the order of the joins. */
  readonly #joins = new Map<string, RecentJoin>();
  readonly #byNetwork = new Map<string, RecentJoin[]>();
  readonly #groupOf = new Map<string, string>();
  #lastGrouped: readonly string[] = [];

  /** @param joins the oldest first; `burst` as in `add` */
  constructor(joins: Iterable<RecentJoin> = [], burst = 0) {
    for (const join of joins) this.add(join, burst);
  }

  /** The visits that came into a group with the last join. */
  get lastGrouped(): readonly string[] {
    return this.#lastGrouped;
  }

  /**
   * Adds the newest join. At least `burst` joins of one network within `BURST_MS` are a group. The narrowest such
   * network counts. A walk-in has no networks, and is left out.
   */
  add(join: RecentJoin, burst: number): void {
    this.#lastGrouped = [];
    if (join.networks.length === 0) return;
    this.#forgetUpTo(join.joinedAt - SENDER_RETENTION_MS);
    this.#joins.set(join.visitId, join);
    for (const network of join.networks) {
      const others = this.#byNetwork.get(network);
      if (others === undefined) this.#byNetwork.set(network, [join]);
      else others.push(join);
    }
    this.#group(this.#burstOf(join.networks, join.joinedAt, { burst, coming: 0 }));
  }

  /** Whether one more join from these networks would be in a group. `burst` as in `add`. */
  wouldGroup(networks: readonly string[], now: number, burst: number): boolean {
    return this.#burstOf(networks, now, { burst, coming: 1 }).length > 0;
  }

  /** Records that a guest was admitted, has left, or was removed. */
  follow(visit: Visit): void {
    const join = this.#joins.get(visit.id);
    if (join !== undefined) Object.assign(join, courseOf(visit));
  }

  /** The joins from this network after `since`, the oldest first. */
  from(network: string, since: number): RecentJoin[] {
    const joins = this.#byNetwork.get(network) ?? [];
    const first = joins.findIndex(({ joinedAt }) => joinedAt > since);
    return first === -1 ? [] : joins.slice(first);
  }

  /** Whether a guest of the last day had one of these networks. */
  knowsGuestOf(networks: readonly string[]): boolean {
    return networks.some((network) => this.#byNetwork.get(network)?.some((join) => join.isGuest) ?? false);
  }

  /**
   * The joins after `since`, the oldest first, that are in no group and whose networks no guest of the last day had.
   * Empty if there are fewer than `least` joins in all.
   */
  fromUnknown(since: number, least: number): RecentJoin[] {
    if (this.#joins.size < least) return [];
    return this.#unknown(since).filter(({ visitId }) => !this.#groupOf.has(visitId));
  }

  /** How many joins after `since` are in groups. Joins from networks of the last day's guests do not count. */
  countGrouped(since: number): number {
    return this.#unknown(since).filter(({ visitId }) => this.#groupOf.has(visitId)).length;
  }

  /**
   * The group of a visit; null if it is in none. The name of a group is the id of its first visit, so that it tells
   * nothing about the sender, and is never the same at another location or on another day.
   */
  groupOf(visitId: string): string | null {
    return this.#groupOf.get(visitId) ?? null;
  }

  #unknown(since: number): RecentJoin[] {
    const joins = [...this.#joins.values()];
    const known = new Set(joins.filter((join) => join.isGuest).flatMap(({ networks }) => networks));
    return joins.filter(
      ({ joinedAt, networks }) => joinedAt > since && !networks.some((network) => known.has(network)),
    );
  }

  /**
   * The joins of the narrowest network that has a burst at `now`; empty if none has. `coming`: the joins from these
   * networks that are not added yet.
   */
  #burstOf(
    networks: readonly string[],
    now: number,
    { burst, coming }: { burst: number; coming: 0 | 1 },
  ): RecentJoin[] {
    const [narrowest] = networks;
    for (const network of networks) {
      const since = this.from(network, now - BURST_MS);
      // Many guests of one mobile carrier share a wide network, so it is one sender only if its addresses change.
      const addresses = new Set([narrowest, ...since.map(({ networks: [address] }) => address)]);
      const isOneSender = network === narrowest || addresses.size >= burst / 2;
      if (since.length + coming >= burst && isOneSender) return since;
    }
    return [];
  }

  #group(burst: readonly RecentJoin[]): void {
    const visitIds = burst.map(({ visitId }) => visitId);
    const known = visitIds.find((id) => this.#groupOf.has(id));
    const group = known === undefined ? visitIds[0] : this.#groupOf.get(known);
    this.#lastGrouped = visitIds.filter((id) => !this.#groupOf.has(id));
    if (group !== undefined) for (const id of this.#lastGrouped) this.#groupOf.set(id, group);
  }

  #forgetUpTo(until: number): void {
    for (const { visitId, joinedAt, networks } of this.#joins.values()) {
      if (joinedAt > until) return;
      this.#joins.delete(visitId);
      this.#groupOf.delete(visitId);
      for (const network of networks) {
        const later = this.#byNetwork.get(network)?.slice(1) ?? [];
        if (later.length === 0) this.#byNetwork.delete(network);
        else this.#byNetwork.set(network, later);
      }
    }
  }
}
