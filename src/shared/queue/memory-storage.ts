/** Queue storage in memory, for the dashboard's predictions and for tests. Pure. */
import type { VisitRef } from './commands.ts';
import type { Accepted, Changes, JoinKeys, TextRecord } from './decision.ts';
import type { QueueEvent } from './events.ts';
import { Line } from './rules/line.ts';
import { withoutGuest } from './rules/erasure.ts';
import { unknownPace } from './rules/estimate/estimate.ts';
import { joinOf, RecentJoins } from './rules/recent-joins.ts';
import { LiveNumbers } from './rules/same-number.ts';
import { burstOf } from './rules/senders.ts';
import { MAIN_SERVICE, serviceOf, waitsSince, type Location, type ServiceId, type Visit } from './state.ts';
import type { QueueStorage } from './storage.ts';

/** A queue as plain data. */
export type Snapshot = {
  location: Location | null;
  visits: ReadonlyMap<string, Visit>;
  /** The keys of each visit by visit id; visits that were given to `snapshotOf` have no keys. */
  keys: ReadonlyMap<string, JoinKeys>;
  texts: ReadonlyMap<string, TextRecord>;
  events: readonly QueueEvent[];
};

export function snapshotOf(location: Location | null, visits: Iterable<Visit> = []): Snapshot {
  return {
    location,
    visits: new Map([...visits].map((visit) => [visit.id, visit])),
    keys: new Map(),
    texts: new Map(),
    events: [],
  };
}

/** Returns a new snapshot that contains these changes. */
export function apply(
  before: Snapshot,
  { location, visits, ranks, joined, text, erased }: Changes,
): Snapshot {
  const after = new Map(before.visits);
  for (const { id, rank } of ranks) after.set(id, { ...known(after, id), rank });
  for (const visit of visits) after.set(visit.id, visit);
  for (const id of erased === 'all' ? [...after.keys()] : erased)
    after.set(id, withoutGuest(known(after, id)));
  const newcomer = visits[0];
  return {
    ...before,
    location,
    visits: after,
    keys: joined && newcomer ? new Map([...before.keys, [newcomer.id, joined]]) : before.keys,
    texts: text === null ? before.texts : new Map([...before.texts, [text.id, text]]),
  };
}

function known(visits: ReadonlyMap<string, Visit>, id: string): Visit {
  const visit = visits.get(id);
  if (visit === undefined) throw new Error(`there is no visit ${id}`);
  return visit;
}

export class MemoryStorage implements QueueStorage {
  readonly locationId: string;
  #now: Snapshot;
  readonly #lines = new Map<ServiceId, Line>();
  #numbers: LiveNumbers | null = null;
  #joins: RecentJoins | null = null;

  constructor(locationId: string, snapshot: Snapshot) {
    this.locationId = locationId;
    this.#now = snapshot;
  }

  get snapshot(): Snapshot {
    return this.#now;
  }

  location = (): Location | null => this.#now.location;

  /** Finds a visit by id only, because only the server checks proofs and customer keys. */
  visit = (ref: VisitRef): Visit | null => ('id' in ref ? (this.#now.visits.get(ref.id) ?? null) : null);

  line = ({ serviceId }: { serviceId: ServiceId }): Line => {
    const kept = this.#lines.get(serviceId);
    if (kept !== undefined) return kept;
    const line = new Line(this.#inLine(serviceId).map(({ id, rank }) => ({ id, rank })));
    this.#lines.set(serviceId, line);
    return line;
  };

  waiting = (): Visit[] =>
    Object.keys(this.#now.location?.services ?? {}).flatMap((serviceId) => this.#inLine(serviceId));

  admittedSince = (since: number): Visit[] =>
    this.#where(({ status, admittedAt }) => wasAdmitted(status) && (admittedAt ?? 0) >= since).toSorted(
      (a, b) => (b.admittedAt ?? 0) - (a.admittedAt ?? 0),
    );

  endedSince = (since: number, limit: number): Visit[] =>
    this.#where(({ status, endedAt }) => isGone(status) && (endedAt ?? 0) >= since)
      .toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
      .slice(0, limit);

  countsSince = (since: number) => ({
    joined: this.#where(({ joinedAt, discarded }) => joinedAt >= since && !discarded).length,
    left: this.#where(
      ({ status, endedAt, discarded }) => status === 'left' && (endedAt ?? 0) >= since && !discarded,
    ).length,
  });

  hasHadMoreTime = (visitId: string): boolean => (this.#now.visits.get(visitId)?.moreTimeAt ?? null) !== null;

  findPriorJoin = (tokenHash: string) => {
    const { keys, visits } = this.#now;
    const [again] = [...keys].filter(([, known]) => known.tokenHash === tokenHash);
    return again === undefined ? null : { visit: known(visits, again[0]), requestHash: again[1].requestHash };
  };

  withNumber = (number: string): string[] => {
    this.#numbers ??= new LiveNumbers(this.#now.visits.values());
    return this.#numbers.idsWith(number);
  };

  recentJoins = (): RecentJoins => {
    if (this.#joins !== null) return this.#joins;
    const { location, visits, keys } = this.#now;
    const pace = location === null ? unknownPace : serviceOf(location, { serviceId: MAIN_SERVICE }).pace;
    const joins = [...keys].map(([id, { networks }]) => joinOf(known(visits, id), networks));
    this.#joins = new RecentJoins(joins, burstOf(pace));
    return this.#joins;
  };

  networksOf = (visitId: string): readonly string[] => this.#now.keys.get(visitId)?.networks ?? [];

  text = (textId: string): TextRecord | null => this.#now.texts.get(textId) ?? null;

  textsOn = (day: string) => {
    const sent = [...this.#now.texts.values()].filter(({ sentOn }) => sentOn === day);
    return { sent: sent.length, delivered: sent.filter(({ progress }) => progress === 'delivered').length };
  };

  holdsEndedBy = (now: number): Visit[] => this.#holdEndedBy(now, ({ holdExpired }) => !holdExpired);

  unresolvedBy = (holdEndedBy: number): Visit[] =>
    this.#holdEndedBy(holdEndedBy, ({ holdExpired, autoResolved }) => holdExpired && !autoResolved);

  nextHoldEnd = (): number | null => this.holdsEndedBy(Infinity)[0]?.holdEndsAt ?? null;

  waits = (): ReadonlyMap<string, number> =>
    new Map(this.#where(({ status }) => status === 'waiting').map((visit) => [visit.id, waitsSince(visit)]));

  nextUnresolvedHoldEnd = (): number | null => this.unresolvedBy(Infinity)[0]?.holdEndsAt ?? null;

  almostThereUnnotified = ({ serviceId }: { serviceId: ServiceId }, count: number): Visit[] =>
    this.#inLine(serviceId)
      .slice(0, count)
      .filter(({ almostThereNotified }) => !almostThereNotified);

  commit = ({ changes, events }: Accepted): boolean => {
    if (changes.joined !== null && this.findPriorJoin(changes.joined.tokenHash) !== null) return false;
    const after = apply(this.#now, changes);
    this.#now = { ...after, events: [...after.events, ...events] };
    this.#lines.clear();
    this.#numbers = null;
    this.#joins = null;
    return true;
  };

  #inLine(serviceId: ServiceId): Visit[] {
    return this.#where((visit) => visit.status === 'waiting' && visit.serviceId === serviceId).toSorted(
      (a, b) => a.rank - b.rank,
    );
  }

  #holdEndedBy(endedBy: number, holds: (visit: Visit) => boolean): Visit[] {
    return this.#where(
      (visit) =>
        visit.status === 'admitted' &&
        visit.holdEndsAt !== null &&
        visit.holdEndsAt <= endedBy &&
        holds(visit),
    ).toSorted((a, b) => (a.holdEndsAt ?? 0) - (b.holdEndsAt ?? 0));
  }

  #where(holds: (visit: Visit) => boolean): Visit[] {
    return [...this.#now.visits.values()].filter(holds);
  }
}

function wasAdmitted(status: Visit['status']): boolean {
  return status === 'admitted' || status === 'arrived' || status === 'no_show';
}

function isGone(status: Visit['status']): boolean {
  return status === 'left' || status === 'removed';
}
