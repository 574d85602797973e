/**
 * Index of the joins of the last day, by network. The index also contains groups. A group is many joins of one sender
 * in a short time. The index is only in memory. It is built from the stored visits and updated by each change. Pure.
 */
import type { Visit } from '../state.ts';

/** The join of a visit. */
export function joinOf(visit: Visit, networks: readonly string[]): RecentJoin {
  return { visitId: visit.id, joinedAt: visit.joinedAt, networks, ...courseOf(visit) };
}

/**
 * A join. `networks`: keyed hashes of the sender's networks, the narrowest network first. `leftAt`: when the guest
 * left; null if the guest did not leave. `isGone`: whether the guest left or was removed. `isGuest`: whether staff
 * admitted the guest, and the guest is not a no-show.
 */
export type RecentJoin = {
  visitId: string;
  joinedAt: number;
  networks: readonly string[];
  leftAt: number | null;
  isGone: boolean;
  isGuest: boolean;
};

/** Whether this is a real party: staff admitted the party, and the party is not a no-show. */
function isGuest({ status, admittedAt }: Pick<Visit, 'status' | 'admittedAt'>): boolean {
  return admittedAt !== null && (status === 'admitted' || status === 'arrived');
}

/** The fields of a join that change when its visit changes. */
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

/** The hashes of a sender are erased 22 to 23 hours after the join (`retention.ts`), so always within a day. */
export const SENDER_RETENTION_MS = 23 * 3_600_000;
/** Many joins of one network within this time are a burst. */
export const BURST_MS = 2 * 60_000;

export class RecentJoins {
  readonly #joins = new Map<string, RecentJoin>();
  readonly #byNetwork = new Map<string, RecentJoin[]>();
  readonly #groupOf = new Map<string, string>();
  #lastGrouped: readonly string[] = [];

  /** @param joins the oldest first. `burst`: see `add`. */
  constructor(joins: Iterable<RecentJoin> = [], burst = 0) {
    for (const join of joins) this.add(join, burst);
  }

  /** The ids of the visits that the last call of `add` put into a group. */
  get lastGrouped(): readonly string[] {
    return this.#lastGrouped;
  }

  /**
   * Adds the newest join. If one of its networks now has at least `burst` joins within `BURST_MS`, these joins become a
   * group. If several networks have a burst, the joins of the narrowest of these networks become the group. A walk-in
   * is not added, because it has no networks.
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

  /** Whether one more join from these networks would be in a group. `burst`: see `add`. */
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

  /** Whether an admitted guest of the last day joined from one of these networks. */
  knowsGuestOf(networks: readonly string[]): boolean {
    return networks.some((network) => this.#byNetwork.get(network)?.some((join) => join.isGuest) ?? false);
  }

  /**
   * The joins after `since`, the oldest first, that are in no group and share no network with an admitted guest of the
   * last day. Empty if the index has fewer than `least` joins.
   */
  fromUnknown(since: number, least: number): RecentJoin[] {
    if (this.#joins.size < least) return [];
    return this.#unknown(since).filter(({ visitId }) => !this.#groupOf.has(visitId));
  }

  /**
   * The number of joins after `since` that are in a group and share no network with an admitted guest of the last day.
   */
  countGrouped(since: number): number {
    return this.#unknown(since).filter(({ visitId }) => this.#groupOf.has(visitId)).length;
  }

  /**
   * The name of a visit's group; null if the visit is in no group. The name is the id of the first visit of the group,
   * because this id reveals nothing about the sender.
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
   * The joins of the narrowest network that has a burst at `now`; empty if no network has a burst. `coming` is 1 if one
   * more join is counted, which is not added yet. If no further join is counted, `coming` is 0.
   */
  #burstOf(
    networks: readonly string[],
    now: number,
    { burst, coming }: { burst: number; coming: 0 | 1 },
  ): RecentJoin[] {
    const [narrowest] = networks;
    for (const network of networks) {
      const since = this.from(network, now - BURST_MS);
      // A wide network is treated as one sender if its joins come from many addresses, but not if its joins come from
      // few addresses. The reason is that the guests of one mobile carrier share a wide network.
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
