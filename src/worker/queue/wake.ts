/** When the object wakes by itself, and what it delivers beside its calls. The alarm is armed here and nowhere else. */
import { CLOSED_KEPT_MS, UNRESOLVED_AFTER_HOLD_MS } from '../../shared/limits.ts';
import { log, reasonOf } from '../log.ts';
import type { Counter } from './counter.ts';
import { drain, type DeliveryKind, type OutboxDeps } from './outbox.ts';
import { drainReminders, type ReminderDeps } from './reminder-outbox.ts';
import { nextWake } from '../../shared/queue/rules/alarm.ts';
import { canBeTold, placesToldNearly } from '../../shared/queue/rules/nearly.ts';
import { forgetsAt } from '../../shared/queue/rules/retention.ts';
import type { Visit } from '../../shared/queue/state.ts';
import type { Store } from './store/store.ts';

/** The pause after an alarm that failed as a whole, so that a bug cannot spin. */
const AFTER_FAILURE_MS = 60_000;
/** How soon it is noticed that a drain died with its object: what was left is owed to guests. One that lives is left alone. */
const DRAIN_WATCH_MS = 5_000;

/** Texts, reminders and history are delivered apart: none waits for another. */
const kinds = ['turn_text', 'history', 'reminder'] as const satisfies (DeliveryKind | 'reminder')[];
type Kind = (typeof kinds)[number];

type Parts = { store: Store; deliveries: OutboxDeps; reminders: ReminderDeps; counter: Counter };

export class Wake {
  readonly #ctx: DurableObjectState;
  readonly #store: Store;
  readonly #deliveries: OutboxDeps;
  readonly #reminders: ReminderDeps;
  readonly #counter: Counter;
  /** The alarm as last set; undefined when that is not known. */
  #armedFor: number | null | undefined;
  /** The kinds that are being delivered now. */
  readonly #draining = new Set<Kind>();
  /** When a kind whose drain failed as a whole is tried again. */
  readonly #notBefore = new Map<Kind, number>();

  constructor(ctx: DurableObjectState, { store, deliveries, reminders, counter }: Parts) {
    this.#ctx = ctx;
    this.#store = store;
    this.#deliveries = deliveries;
    this.#reminders = reminders;
    this.#counter = counter;
  }

  /** The alarm rang: none is set any more. */
  rang(now: number): void {
    const setFor = this.#armedFor ?? now;
    this.#counter.count({ event: 'alarm', lateMs: Math.max(0, now - setFor) });
    this.#armedFor = undefined;
  }

  /** Arms the alarm from the rows. */
  async arm(): Promise<void> {
    const { visits, people, location } = this.#store;
    if (location === null) return this.#wakeAt(null);
    const unsettledSince = visits.nextUnsettledHoldEnd();
    await this.#wakeAt(
      nextWake({
        holdEndsAt: visits.nextHoldEnd(),
        settlesAt: unsettledSince === null ? null : unsettledSince + UNRESOLVED_AFTER_HOLD_MS,
        undoEndsAt: location.read()?.undo?.until ?? null,
        nearlyAt: this.nearNow(Date.now()).length > 0 ? Date.now() : null,
        textDueAt: this.#deliversAt('turn_text'),
        historyDueAt: this.#deliversAt('history'),
        reminderDueAt: this.#deliversAt('reminder'),
        erasesAt: this.erasesAt(),
        forgetsAt: forgetsAt(people.earliestEnd()),
      }),
    );
  }

  /** When to look for deliveries of this kind; while one drains, only so much later that it is noticed when it died. */
  #deliversAt(kind: Kind): number | null {
    const { outbox, reminders } = this.#store;
    const due = kind === 'reminder' ? reminders.nextDue() : outbox.nextDue(kind);
    if (due === null) return null;
    const notBefore = this.#draining.has(kind) ? Date.now() + DRAIN_WATCH_MS : this.#notBefore.get(kind);
    return Math.max(due, notBefore ?? 0);
  }

  /** An alarm that throws is dropped by the platform after a few tries, and every hold with it: it rings again later. */
  async afterFailure(error: unknown): Promise<void> {
    this.#report(error);
    await this.#wakeAt(Date.now() + AFTER_FAILURE_MS);
  }

  async never(): Promise<void> {
    await this.#wakeAt(null);
  }

  /**
   * When a closed location is erased: once nothing is owed to anybody, no hold runs, and whoever was removed had time to
   * hear of it. Null while that is not known, and for an open location.
   */
  erasesAt(): number | null {
    const { visits, outbox, location } = this.#store;
    const closedAt = location?.read()?.closedAt ?? null;
    if (closedAt === null || this.#draining.size > 0 || !outbox.isEmpty) return null;
    return Math.max(closedAt + CLOSED_KEPT_MS, visits.nextHoldEnd() ?? 0);
  }

  /** Who is to be told now that the turn is near. No query where nobody ever is. */
  nearNow(now: number): Visit[] {
    const location = this.#store.location?.read();
    const places = location ? placesToldNearly(location) : 0;
    if (!location || places === 0) return [];
    return this.#store.visits.nearUntold(places).filter((visit) => canBeTold(location, visit, now));
  }

  /** Delivers beside the alarm, one drain of each kind at a time: a slow provider must not hold back the end of a hold. */
  startDrains(): void {
    for (const kind of kinds) {
      const at = this.#deliversAt(kind);
      if (this.#draining.has(kind) || at === null || at > Date.now()) continue;
      this.#draining.add(kind);
      this.#ctx.waitUntil(this.#counter.together(() => this.#drain(kind)));
    }
  }

  async #drain(kind: Kind): Promise<void> {
    this.#notBefore.delete(kind);
    try {
      this.#countOldest(kind);
      await (kind === 'reminder' ? drainReminders(this.#reminders) : drain(kind, this.#deliveries));
    } catch (error) {
      this.#report(error);
      this.#notBefore.set(kind, Date.now() + AFTER_FAILURE_MS);
    }
    this.#draining.delete(kind);
    await this.arm();
  }

  #countOldest(kind: Kind): void {
    const owedSince = kind === 'reminder' ? null : this.#store.outbox.owedSince(kind);
    if (kind === 'reminder' || owedSince === null) return;
    this.#counter.count({ event: 'drained', kind, oldestMs: Math.max(0, Date.now() - owedSince) });
  }

  /** The only caller of the platform's alarm. */
  async #wakeAt(at: number | null): Promise<void> {
    if (this.#armedFor === at) return;
    this.#armedFor = at;
    if (at === null) await this.#ctx.storage.deleteAlarm();
    else await this.#ctx.storage.setAlarm(at);
  }

  #report(error: unknown): void {
    log({ event: 'alarm_failed', locationId: this.#ctx.id.toString(), reason: reasonOf(error) });
  }
}
