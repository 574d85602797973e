/** The alarm of a location's object. Only this file sets and handles the alarm and starts the deliveries. */
import { CLOSED_RETENTION_MS } from '../../shared/limits.ts';
import { dueCommands, earliest, nextDueAt, waitEndsAt } from '../../shared/queue/due-commands.ts';
import { reopensAt } from '../../shared/queue/rules/opening-hours.ts';
import {
  eraseDueAt,
  eraseSendersDueAt,
  eraseSendersUpTo,
  eraseUpTo,
} from '../../shared/queue/rules/retention.ts';
import { log, reasonOf } from '../platform/log.ts';
import { runInLogContext, newTraceId } from '../platform/log-context.ts';
import type { Counter } from './counter.ts';
import type { Executor } from './executor.ts';
import type { Drains } from './deliveries/deliveries.ts';
import type { Sockets } from './sockets.ts';
import { deliveryKinds, type DeliveryKind } from './store/delivery-rows.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

/** The pause after an alarm or a drain that threw an error, so that a bug cannot cause an endless loop. */
const AFTER_FAILURE_MS = 60_000;
/**
 * The interval of the alarm while a drain (the sending of pending deliveries) runs. If the platform stops the object
 * during a drain, the alarm starts the drain again.
 */
const DRAIN_WATCH_MS = 5_000;
/** The maximum number of visits that one transaction erases. Such a transaction takes a few milliseconds. */
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
  /** The time of the alarm; null: no alarm; undefined: not known. */
  #scheduledFor: number | null | undefined;
  /** Kinds of deliveries whose drain is running. */
  readonly #draining = new Set<DeliveryKind>();
  /** The earliest time of the next drain, for each kind whose last drain threw an error. */
  readonly #notBefore = new Map<DeliveryKind, number>();

  constructor(ctx: DurableObjectState, parts: Parts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  /** Sets the alarm to the earliest due time of the stored rows. */
  async schedule(): Promise<void> {
    const { storage } = this.#parts;
    if (storage.location() === null) return this.#set(null);
    const due = nextDueAt(storage, Date.now(), reopensAt);
    const delivers = deliveryKinds.map((kind) => this.#deliversAt(kind));
    await this.#set(
      earliest([
        due,
        ...delivers,
        this.#erasesAt(),
        eraseDueAt(storage.people.earliestEnd()),
        eraseSendersDueAt(storage.visits.earliestSender()),
      ]),
    );
  }

  /**
   * After a join, sets the alarm without reading rows. A join adds two due times: the end of the guest's wait and the
   * erasure of the sender's networks.
   */
  async followJoin(hasSender: boolean): Promise<void> {
    const at = this.#scheduledFor;
    const location = this.#parts.storage.location();
    if (at === undefined || location === null) return this.schedule();
    const { lastJoinedAt } = location;
    const sendersDue = hasSender ? eraseSendersDueAt(lastJoinedAt) : null;
    await this.#set(earliest([at, waitEndsAt(location, lastJoinedAt, reopensAt), sendersDue]));
  }

  onFired(): Promise<void> {
    const { counter } = this.#parts;
    return runInLogContext({ alarmId: newTraceId() }, () => counter.batch(() => this.#run()));
  }

  /**
   * Erases the personal data of visits whose retention has ended, for at most `ERASED_AT_A_TIME` visits. The next alarm
   * erases the data of further visits. No message is sent to open pages, because no page shows these data.
   */
  async erasePeople(): Promise<void> {
    const { storage } = this.#parts;
    const now = Date.now();
    const due = eraseDueAt(storage.people.earliestEnd());
    if (due !== null && now >= due)
      storage.transaction(() => storage.people.eraseEndedBy(eraseUpTo(now), ERASED_AT_A_TIME));
    const sendersDue = eraseSendersDueAt(storage.visits.earliestSender());
    if (sendersDue !== null && now >= sendersDue)
      storage.transaction(() => storage.visits.eraseSenders(eraseSendersUpTo(now)));
    await this.schedule();
  }

  async #run(): Promise<void> {
    const setFor = this.#scheduledFor ?? Date.now();
    this.#parts.counter.count({ event: 'alarm', lateMs: Math.max(0, Date.now() - setFor) });
    this.#scheduledFor = undefined;
    try {
      await this.#work(Date.now());
    } catch (error) {
      // The alarm is set again here, because the platform deletes an alarm that fails a few times.
      this.#report(error);
      await this.#set(Date.now() + AFTER_FAILURE_MS);
    }
  }

  /** Does all work that is due, and sets the next alarm. Idempotent. */
  async #work(now: number): Promise<void> {
    const { storage, executor } = this.#parts;
    if (storage.location() === null) return;
    for (const command of dueCommands(storage, now, reopensAt)) {
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
   * When to erase a closed location: not before its guests had time to see that they were removed, and not before the
   * end of the last hold. Null for an open location, and while deliveries are pending.
   */
  #erasesAt(): number | null {
    const { storage } = this.#parts;
    const closedAt = storage.location()?.profile.closedAt ?? null;
    if (closedAt === null || this.#draining.size > 0 || !storage.deliveries.isEmpty) return null;
    return Math.max(closedAt + CLOSED_RETENTION_MS, storage.nextHoldEnd() ?? 0);
  }

  /** When the next drain of this kind is due; null if no delivery of this kind is pending. */
  #deliversAt(kind: DeliveryKind): number | null {
    const due = this.#parts.storage.deliveries.nextDue(kind);
    if (due === null) return null;
    const notBefore = this.#draining.has(kind) ? Date.now() + DRAIN_WATCH_MS : this.#notBefore.get(kind);
    return Math.max(due, notBefore ?? 0);
  }

  /**
   * Starts one drain for each kind of delivery. The alarm does not wait for the drains, because a slow provider must
   * not delay the end of a hold.
   */
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
