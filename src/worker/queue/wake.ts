/** When the object wakes by itself, and what it delivers beside its calls. The alarm is armed here and nowhere else. */
import { CLOSED_KEPT_MS, UNRESOLVED_AFTER_HOLD_MS } from '../../shared/limits.ts';
import { log, reasonOf } from '../log.ts';
import { drain, type OutboxDeps } from './outbox.ts';
import { nextWake } from './rules/alarm.ts';
import type { Store } from './store/store.ts';

/** The pause after an alarm that failed as a whole, so that a bug cannot spin. */
const AFTER_FAILURE_MS = 60_000;
/** Longer than any delivery may take (`deliveries.ts`). */
const DRAIN_WATCH_MS = 30_000;

export class Wake {
  readonly #ctx: DurableObjectState;
  readonly #store: Store;
  readonly #deliveries: OutboxDeps;
  /** The alarm as last set; undefined when that is not known. */
  #armedFor: number | null | undefined;
  #draining = false;

  constructor(ctx: DurableObjectState, store: Store, deliveries: OutboxDeps) {
    this.#ctx = ctx;
    this.#store = store;
    this.#deliveries = deliveries;
  }

  /** The alarm rang: none is set any more. */
  rang(): void {
    this.#armedFor = undefined;
  }

  /**
   * Arms the alarm from the rows. The outbox is not looked at before `outboxNotBefore`; while it drains, only so much
   * later that a drain which died is noticed.
   */
  async arm(outboxNotBefore = this.#draining ? Date.now() + DRAIN_WATCH_MS : 0): Promise<void> {
    const { visits, outbox, location } = this.#store;
    const due = outbox.nextDue();
    const unsettledSince = visits.nextUnsettledHoldEnd();
    await this.#wakeAt(
      nextWake({
        holdEndsAt: visits.nextHoldEnd(),
        settlesAt: unsettledSince === null ? null : unsettledSince + UNRESOLVED_AFTER_HOLD_MS,
        undoEndsAt: location?.read()?.undo?.until ?? null,
        outboxDueAt: due === null ? null : Math.max(due, outboxNotBefore),
        erasesAt: this.erasesAt(),
      }),
    );
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
    if (closedAt === null || this.#draining || outbox.nextDue() !== null) return null;
    return Math.max(closedAt + CLOSED_KEPT_MS, visits.nextHoldEnd() ?? 0);
  }

  /** Delivers beside the alarm, one drain at a time: a slow provider must not hold back the end of a hold. */
  startDrain(): void {
    const due = this.#store.outbox.nextDue();
    if (this.#draining || due === null || due > Date.now()) return;
    this.#draining = true;
    this.#ctx.waitUntil(this.#drain());
  }

  async #drain(): Promise<void> {
    let notBefore = 0;
    try {
      await drain(this.#deliveries);
    } catch (error) {
      this.#report(error);
      notBefore = Date.now() + AFTER_FAILURE_MS;
    }
    this.#draining = false;
    await this.arm(notBefore);
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
