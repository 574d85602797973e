/** The one alarm of a location's object: when it fires, what it does, and what is delivered beside it. It is scheduled here and nowhere else. */
import { CLOSED_RETENTION_MS } from '../../shared/limits.ts';
import { dueCommands, earliest, nextDueAt } from '../../shared/queue/due-commands.ts';
import { eraseDueAt, eraseUpTo } from '../../shared/queue/rules/retention.ts';
import { log, reasonOf } from '../platform/log.ts';
import { runInLogContext, newTraceId } from '../platform/log-context.ts';
import type { Counter } from './counter.ts';
import type { Executor } from './executor.ts';
import type { Drains } from './deliveries/deliveries.ts';
import type { Sockets } from './sockets.ts';
import { deliveryKinds, type DeliveryKind } from './store/delivery-rows.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

/** The pause after an alarm that failed as a whole, so that a bug cannot spin. */
const AFTER_FAILURE_MS = 60_000;
/** How soon it is noticed that a drain died with its object: its deliveries are still pending. One that lives is left alone. */
const DRAIN_WATCH_MS = 5_000;
/** Rows rewritten in one go: a few milliseconds. */
const ERASED_AT_A_TIME = 1_000;

type Parts = {
  storage: SqliteStorage;
  executor: Executor;
  sockets: Sockets;
  drains: Drains;
  counter: Counter;
};

export class Alarm {
  readonly #ctx: DurableObjectState;
  readonly #parts: Parts;
  /** The alarm as last set; undefined when that is not known. */
  #scheduledFor: number | null | undefined;
  /** The kinds that are being delivered now. */
  readonly #draining = new Set<DeliveryKind>();
  /** When a kind whose drain failed as a whole is tried again. */
  readonly #notBefore = new Map<DeliveryKind, number>();

  constructor(ctx: DurableObjectState, parts: Parts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  /** Schedules the alarm from the rows. */
  async schedule(): Promise<void> {
    const { storage } = this.#parts;
    if (storage.location() === null) return this.#set(null);
    const due = nextDueAt(storage, Date.now());
    const delivers = deliveryKinds.map((kind) => this.#deliversAt(kind));
    await this.#set(earliest([due, ...delivers, this.#erasesAt(), eraseDueAt(storage.people.earliestEnd())]));
  }

  /** The alarm fired. */
  onFired(): Promise<void> {
    const { counter } = this.#parts;
    return runInLogContext({ alarmId: newTraceId() }, () => counter.batch(() => this.#run()));
  }

  /** Erases personal data that are kept long enough, a bounded number: of more, the next alarm erases the rest. No page shows them. */
  async erasePeople(): Promise<void> {
    const { storage } = this.#parts;
    const now = Date.now();
    const due = eraseDueAt(storage.people.earliestEnd());
    if (due !== null && now >= due)
      storage.transaction(() => storage.people.eraseEndedBy(eraseUpTo(now), ERASED_AT_A_TIME));
    await this.schedule();
  }

  async #run(): Promise<void> {
    const setFor = this.#scheduledFor ?? Date.now();
    this.#parts.counter.count({ event: 'alarm', lateMs: Math.max(0, Date.now() - setFor) });
    this.#scheduledFor = undefined;
    try {
      await this.#work(Date.now());
    } catch (error) {
      // An alarm that throws is dropped by the platform after a few tries, and every hold with it: it fires again later.
      this.#report(error);
      await this.#set(Date.now() + AFTER_FAILURE_MS);
    }
  }

  /** Does all that is due, and schedules the alarm for what comes next. Repeating it is harmless. */
  async #work(now: number): Promise<void> {
    const { storage, executor } = this.#parts;
    if (storage.location() === null) return;
    for (const command of dueCommands(storage, now)) {
      const outcome = executor.run(command, { now });
      const isExpired = outcome.ok && outcome.events.some(({ kind }) => kind === 'hold_ended');
      if (isExpired && command.kind === 'end-hold')
        log({ event: 'hold_expired', locationId: storage.locationId, visitId: command.visit.id });
    }
    if (await this.#eraseIfOver(now)) return;
    this.#startDrains();
    await this.erasePeople();
  }

  async #eraseIfOver(now: number): Promise<boolean> {
    const { storage, sockets } = this.#parts;
    const at = this.#erasesAt();
    if (at === null || now < at) return false;
    sockets.closeGuests();
    await this.#set(null);
    await storage.erase();
    log({ event: 'location_erased', locationId: storage.locationId });
    return true;
  }

  /**
   * When a closed location is erased: once no delivery is pending, no hold runs, and guests who were removed had time to
   * hear of it. Null while that is not known, and for an open location.
   */
  #erasesAt(): number | null {
    const { storage } = this.#parts;
    const closedAt = storage.location()?.profile.closedAt ?? null;
    if (closedAt === null || this.#draining.size > 0 || !storage.deliveries.isEmpty) return null;
    return Math.max(closedAt + CLOSED_RETENTION_MS, storage.nextHoldEnd() ?? 0);
  }

  /** When to look for deliveries of this kind; while one drains, only so much later that it is noticed when it died. */
  #deliversAt(kind: DeliveryKind): number | null {
    const due = this.#parts.storage.deliveries.nextDue(kind);
    if (due === null) return null;
    const notBefore = this.#draining.has(kind) ? Date.now() + DRAIN_WATCH_MS : this.#notBefore.get(kind);
    return Math.max(due, notBefore ?? 0);
  }

  /** Delivers beside the alarm, one drain of each kind at a time: a slow provider must not hold back the end of a hold. */
  #startDrains(): void {
    for (const kind of deliveryKinds) {
      const at = this.#deliversAt(kind);
      if (this.#draining.has(kind) || at === null || at > Date.now()) continue;
      this.#draining.add(kind);
      this.#ctx.waitUntil(this.#parts.counter.batch(() => this.#drain(kind)));
    }
  }

  async #drain(kind: DeliveryKind): Promise<void> {
    this.#notBefore.delete(kind);
    try {
      this.#countOldest(kind);
      await this.#parts.drains[kind]();
    } catch (error) {
      this.#report(error);
      this.#notBefore.set(kind, Date.now() + AFTER_FAILURE_MS);
    }
    this.#draining.delete(kind);
    await this.schedule();
  }

  #countOldest(kind: DeliveryKind): void {
    const pendingSince = this.#parts.storage.deliveries.pendingSince(kind);
    if (pendingSince === null) return;
    this.#parts.counter.count({ event: 'drained', kind, oldestMs: Math.max(0, Date.now() - pendingSince) });
  }

  /** The only caller of the platform's alarm. */
  async #set(at: number | null): Promise<void> {
    if (this.#scheduledFor === at) return;
    this.#scheduledFor = at;
    if (at === null) await this.#ctx.storage.deleteAlarm();
    else await this.#ctx.storage.setAlarm(at);
  }

  #report(error: unknown): void {
    log({ event: 'alarm_failed', locationId: this.#ctx.id.toString(), reason: reasonOf(error) });
  }
}
