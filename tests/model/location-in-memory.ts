/**
 * A location that does with the real rules what the object does: reads its rows, decides, writes the decision whole.
 * Only rows, history and the provider outlive an eviction.
 */
import type { EventKind } from '../../src/shared/queue/events.ts';
import type { Decided, Decision } from '../../src/shared/queue/decision.ts';
import type { SettingsChange } from '../../src/shared/queue/settings.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Language } from '../../src/shared/languages.ts';
import { UNRESOLVED_AFTER_HOLD_MS } from '../../src/shared/limits.ts';
import type { GuestReply } from '../../src/shared/guest-queue.ts';
import { textNumberOf } from '../../src/worker/phone/phone-number.ts';
import { historyEntry, textEntry, type NewEntry } from '../../src/worker/queue/outbox-payloads.ts';
import type { OutboxEntry } from '../../src/worker/queue/outbox.ts';
import { endHold, settle } from '../../src/shared/queue/rules/admission.ts';
import { nextWake } from '../../src/shared/queue/rules/alarm.ts';
import { readPace } from '../../src/shared/queue/rules/estimate.ts';
import { Line } from '../../src/shared/queue/rules/line.ts';
import { decideFor, type OwnerAction } from '../../src/shared/queue/rules/owner-action.ts';
import { canBeTold, placesToldNearly, tellNearly } from '../../src/shared/queue/rules/nearly.ts';
import { addWalkIn, changePreference, close, join, leave } from '../../src/shared/queue/rules/queue.ts';
import { reply } from '../../src/shared/queue/rules/replies.ts';
import { changeSettings } from '../../src/shared/queue/rules/settings.ts';
import { NO_CALL, type TextProgress } from '../../src/shared/queue/rules/texts.ts';
import { endUndo } from '../../src/shared/queue/rules/undo.ts';
import type { Location, Party, Visit } from '../../src/shared/queue/state.ts';

type Event = { visitId: string; kind: EventKind; at: number; position: number };

/** What the object keeps on disk. */
export type Rows = {
  location: Location;
  visits: Map<string, Visit>;
  senders: Map<string, string>;
  outbox: Map<string, OutboxEntry>;
  /** What is known of each text whose call was begun. */
  texts: Map<string, TextProgress>;
  events: Event[];
  consents: { visitId: string; language: Language }[];
  /** Who need not be told any more that the turn is near. */
  near: Set<string>;
};

export class LocationInMemory {
  readonly rows: Rows;
  /** The balances at first. */
  readonly granted: Pick<Location, 'customerCredits' | 'smsCredits'>;
  now: number;
  /** Changes told to the owner's pages: each has its own version. */
  told = 0;
  #line: Line | null = null;

  constructor(location: Location, now: number) {
    this.rows = {
      location,
      visits: new Map(),
      senders: new Map(),
      outbox: new Map(),
      texts: new Map(),
      events: [],
      consents: [],
      near: new Set(),
    };
    this.granted = location;
    this.now = now;
  }

  /** The line as the object keeps it up between two wakes. */
  line(): Line {
    this.#line ??= new Line(this.waiting().map(({ id, rank }) => ({ id, rank })));
    return this.#line;
  }

  /** The line in order, from the rows. */
  waiting(): Visit[] {
    return this.#visitsWhere(({ status }) => status === 'waiting').toSorted((a, b) => a.rank - b.rank);
  }

  visit(id: string): Visit {
    const visit = this.rows.visits.get(id);
    if (visit === undefined) throw new Error(`there is no visit ${id}`);
    return visit;
  }

  join(id: string, party: Party, sender: string): Decision {
    const fromSender = this.waiting().filter((visit) => this.rows.senders.get(visit.id) === sender).length;
    this.rows.senders.set(id, sender);
    const read = this.#withNumber(party);
    return this.#commit(join(this.rows.location, read, id, { line: this.line(), fromSender }, this.now));
  }

  addWalkIn(id: string, party: Party): Decision {
    return this.#commit(addWalkIn(this.rows.location, this.#withNumber(party), id, this.line(), this.now));
  }

  leave(id: string): Decision {
    return this.#commit(leave(this.rows.location, this.visit(id), this.line(), this.now));
  }

  reply(id: string, said: GuestReply): Decision {
    return this.#commit(reply(this.rows.location, this.visit(id), this.line(), said, this.now));
  }

  changePreference(
    id: string,
    choice: Pick<Visit, 'waitingPreference' | 'phoneNumber' | 'language'>,
  ): Decision {
    const read = this.#withNumber(choice);
    return this.#commit(changePreference(this.rows.location, this.visit(id), this.line(), read, this.now));
  }

  act(id: string, action: OwnerAction): Decision {
    return this.#commit(decideFor(action, this.rows.location, this.visit(id), this.line(), this.now));
  }

  /** As the object reads what is typed. */
  #withNumber<Typed extends { phoneNumber: string }>(typed: Typed): Typed & Pick<Visit, 'textNumber'> {
    const textNumber = textNumberOf(typed.phoneNumber, this.rows.location.settings.country);
    return { ...typed, textNumber };
  }

  /** False when the location is closed. */
  changeSettings(change: SettingsChange): boolean {
    if (this.rows.location.closedAt !== null) return false;
    this.#commitLocation(changeSettings(this.rows.location, change));
    return true;
  }

  close(): void {
    const { location, removed } = close(this.rows.location, this.waiting(), this.line(), this.now);
    for (const decided of removed) this.#write(decided);
    this.saveLocation(location);
    for (const visit of this.rows.visits.values()) {
      this.rows.visits.set(visit.id, {
        ...visit,
        firstName: '',
        lastName: '',
        phoneNumber: '',
        textNumber: null,
      });
    }
    this.told += removed.length;
    this.#line = null;
  }

  /** What the alarm does before it starts to deliver, in the object's order. */
  alarm(): void {
    const { now } = this;
    const byEnd = (visits: Visit[]) =>
      visits.toSorted((a, b) => (a.holdEndsAt ?? Infinity) - (b.holdEndsAt ?? Infinity));
    const holds = this.#visitsWhere((visit) => endedBy(visit, now) && !visit.holdExpired);
    for (const visit of byEnd(holds)) this.#decide(endHold(this.rows.location, visit, now));
    const long = now - UNRESOLVED_AFTER_HOLD_MS;
    const open = this.#visitsWhere((visit) => endedBy(visit, long) && visit.holdExpired && !visit.settled);
    for (const visit of byEnd(open)) this.#decide(settle(this.rows.location, visit, now));
    const afterUndo = endUndo(this.rows.location, now);
    if (afterUndo !== null) this.#commitLocation(afterUndo);
    for (const { id } of this.nearNow()) {
      const position = this.line().positionOf(id);
      this.#decide(tellNearly(this.rows.location, this.visit(id), position, now));
    }
  }

  /** Who is to be told now that the turn is near. */
  nearNow(): Visit[] {
    const { location, near } = this.rows;
    const first = this.waiting().slice(0, placesToldNearly(location));
    return first.filter((visit) => !near.has(visit.id) && canBeTold(location, visit, this.now));
  }

  /** When the alarm rings next, but for what is delivered; null for never. */
  wakesAt(): number | null {
    const admitted = this.#visitsWhere(({ status }) => status === 'admitted');
    const ends = (which: Visit[]) => earliest(which.map(({ holdEndsAt }) => holdEndsAt ?? Infinity));
    const unsettled = ends(admitted.filter(({ holdExpired, settled }) => holdExpired && !settled));
    return nextWake({
      holdEndsAt: ends(admitted.filter(({ holdExpired }) => !holdExpired)),
      settlesAt: unsettled === null ? null : unsettled + UNRESOLVED_AFTER_HOLD_MS,
      undoEndsAt: this.rows.location.undo?.until ?? null,
      nearlyAt: this.nearNow().length > 0 ? this.now : null,
      textDueAt: null,
      historyDueAt: null,
      erasesAt: null,
      // Nobody's visit is a month over.
      forgetsAt: null,
    });
  }

  /** The object is thrown out of memory: all it knows afterwards is what its rows say. */
  evict(): void {
    const { rows } = this;
    const location = readBack(rows.location);
    const { pace, undo } = location;
    const isReadable = readPace(pace) === pace && (undo === null || readPace(undo.pace) === undo.pace);
    if (!isReadable) throw new Error('the learned pace cannot be read again');
    rows.location = location;
    rows.visits = new Map(readBack([...rows.visits]));
    rows.outbox = new Map(readBack([...rows.outbox]));
    rows.texts = new Map(readBack([...rows.texts]));
    this.#line = null;
  }

  /**
   * As after very many moves: no room between any two neighbours. The order stays, also that of an offer to undo.
   */
  squeeze(): void {
    const { location } = this.rows;
    const used = [...this.waiting(), ...(location.undo === null ? [] : [location.undo])];
    const ranks = [...new Set(used.map(({ rank }) => rank))].toSorted((a, b) => a - b);
    const first = location.lastRank - ranks.length;
    const squeezed = (rank: number) => first + ranks.indexOf(rank);
    for (const visit of this.waiting())
      this.rows.visits.set(visit.id, { ...visit, rank: squeezed(visit.rank) });
    if (location.undo !== null)
      this.rows.location = { ...location, undo: { ...location.undo, rank: squeezed(location.undo.rank) } };
    this.#line = null;
  }

  saveVisit(visit: Visit): void {
    const clash = this.waiting().find(({ id, rank }) => id !== visit.id && rank === visit.rank);
    if (visit.status === 'waiting' && clash !== undefined) throw new Error('two visits at one rank');
    this.rows.visits.set(visit.id, visit);
  }

  saveLocation(location: Location): void {
    if (location.customerCredits < 0 || location.smsCredits < 0) throw new Error('a balance below zero');
    this.rows.location = location;
  }

  #decide(decided: Decided | null): void {
    if (decided !== null) this.#commit(decided);
  }

  #commit(decision: Decision): Decision {
    if (!decision.ok) return decision;
    if (decision.event === null) {
      this.#commitLocation(decision.location);
      return decision;
    }
    this.#write(decision);
    this.told += 1;
    if (decision.ranks.length > 0) this.#line = null;
    this.#line?.remove(decision.visit.id);
    if (decision.visit.status === 'waiting') {
      this.#line?.add({ id: decision.visit.id, rank: decision.visit.rank });
    }
    return decision;
  }

  #commitLocation(location: Location): void {
    if (location === this.rows.location) return;
    this.saveLocation(location);
    this.told += 1;
  }

  #write({ location, visit, effects, event, position, ranks }: Decided): void {
    for (const { id, rank } of ranks) this.saveVisit({ ...this.visit(id), rank });
    this.saveVisit(visit);
    this.saveLocation(location);
    if (event !== null) this.rows.events.push({ visitId: visit.id, kind: event, at: this.now, position });
    for (const effect of effects) {
      switch (effect.kind) {
        case 'consent':
          this.rows.consents.push({ visitId: visit.id, language: visit.language });
          break;
        case 'history':
          this.#enqueue(historyEntry('location', location, visit, this.now));
          break;
        case 'turn_text':
          this.#enqueue(textEntry(`text ${visit.id} ${visit.calls}`, visit, visit.calls, effect));
          break;
        case 'nearly_text':
          this.#enqueue(textEntry(`nearly ${visit.id}`, visit, NO_CALL, effect));
          this.rows.near.add(visit.id);
          break;
        case 'near':
          this.rows.near.add(visit.id);
          break;
        case 'release_text':
          this.#releaseText(effect.visitId);
          break;
        case 'cancel_text':
          this.#cancelText(visit);
          break;
      }
    }
  }

  /** Every entry has its own id, and every call of a visit one text. */
  #enqueue(entry: NewEntry): void {
    if (this.rows.outbox.has(entry.id)) throw new Error(`${entry.id} is already in the outbox`);
    this.rows.outbox.set(entry.id, { ...entry, phase: 'queued', attempts: 0, doubts: 0, begunAt: null });
  }

  #cancelText({ id, calls }: Visit): void {
    for (const entry of this.rows.outbox.values()) {
      const isIt = entry.kind === 'turn_text' && entry.visitId === id && entry.call === calls;
      if (isIt && entry.phase === 'queued') this.rows.outbox.delete(entry.id);
    }
  }

  #releaseText(visitId: string): void {
    for (const entry of this.rows.outbox.values()) {
      const waits = entry.kind === 'turn_text' && entry.phase === 'queued' && entry.attempts === 0;
      if (waits && entry.visitId === visitId) {
        this.rows.outbox.set(entry.id, { ...entry, dueAt: Math.min(entry.dueAt, this.now) });
      }
    }
  }

  #visitsWhere(holds: (visit: Visit) => boolean): Visit[] {
    return [...this.rows.visits.values()].filter(holds);
  }
}

function endedBy({ status, holdEndsAt }: Visit, now: number): boolean {
  return status === 'admitted' && holdEndsAt !== null && holdEndsAt <= now;
}

function earliest(times: number[]): number | null {
  return times.length === 0 ? null : Math.min(...times);
}

/** What comes back is what was written, or the rows could not hold it. */
function readBack<T>(value: T): T {
  const read: T = JSON.parse(JSON.stringify(value));
  if (!isDeepStrictEqual(read, value)) throw new Error('the rows do not hold all of the state');
  return read;
}
