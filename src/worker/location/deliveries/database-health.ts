/** Records long outages of D1 that a location's deliveries notice. The dashboard shows these outages to staff. */
import { isUnavailable } from '../../db/errors.ts';
import { NoAnswer } from '../../deliveries/engine.ts';
import { log } from '../../platform/log.ts';
import type { Executor } from '../executor.ts';
import type { DeliveryKind } from '../store/delivery-rows.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';

/**
 * How long a delivery waits for D1 before the dashboard shows the outage. Texts have a shorter time, because guests
 * wait for their texts. The history may wait longer, because only charts use it.
 */
const REPORT_AFTER_MS: Record<Exclude<DeliveryKind, 'reminder'>, number> = {
  turn_text: 20_000,
  history: 120_000,
};

export class DatabaseHealth {
  readonly #storage: SqliteStorage;
  readonly #executor: Executor;

  constructor(storage: SqliteStorage, executor: Executor) {
    this.#storage = storage;
    this.#executor = executor;
  }

  /** Records that D1 answered. */
  answered(): void {
    this.#record(null);
  }

  /**
   * Records that D1 failed for a delivery of this kind. A statement that D1 rejects is not recorded, because this is a
   * bug and not an outage.
   */
  failed(kind: keyof typeof REPORT_AFTER_MS, error: unknown): void {
    if (!(error instanceof NoAnswer) && !isUnavailable(error, 'GET')) return;
    const pendingSince = this.#storage.deliveries.pendingSince(kind);
    if (pendingSince !== null && Date.now() - pendingSince >= REPORT_AFTER_MS[kind])
      this.#record(pendingSince);
  }

  #record(awaySince: number | null): void {
    const { locationId } = this.#storage;
    const before = this.#storage.location()?.health;
    if (!before || (before.databaseAwaySince === null) === (awaySince === null)) return;
    const health = { databaseAwaySince: awaySince };
    this.#executor.run({ kind: 'record-health', actor: { kind: 'system' }, health, shouldAnnounce: true });
    log(
      awaySince === null
        ? { event: 'database_back', locationId }
        : { event: 'database_unavailable', locationId },
    );
  }
}
