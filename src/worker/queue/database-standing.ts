/** Whether the database takes what this location owes it: its owner is told when it does not for long. */
import { isAway } from '../db/away.ts';
import { log } from '../log.ts';
import type { Announcer } from './announcer.ts';
import { NoAnswer, type DeliveryKind } from './outbox.ts';
import type { Store } from './store/store.ts';

/** What waits longer than this for the database is noticed: a text by its guest, history by who looks at the charts. */
const NOTICED_MS: Record<DeliveryKind, number> = { turn_text: 20_000, history: 120_000 };

export class DatabaseStanding {
  readonly #store: Store;
  readonly #announcer: Pick<Announcer, 'databaseAway'>;
  readonly #locationId: string;

  constructor(store: Store, announcer: Pick<Announcer, 'databaseAway'>, locationId: string) {
    this.#store = store;
    this.#announcer = announcer;
    this.#locationId = locationId;
  }

  answered(): void {
    this.#note(null);
  }

  /** A delivery failed at the database. What it refuses is our fault and says nothing about the next. */
  failed(kind: DeliveryKind, error: unknown): void {
    if (!(error instanceof NoAnswer) && !isAway(error, 'GET')) return;
    const owedSince = this.#store.outbox.owedSince(kind);
    if (owedSince !== null && Date.now() - owedSince >= NOTICED_MS[kind]) this.#note(owedSince);
  }

  #note(awaySince: number | null): void {
    const row = this.#store.location;
    const before = row?.read();
    if (!row || !before || (before.databaseAwaySince === null) === (awaySince === null)) return;
    const location = { ...before, databaseAwaySince: awaySince, version: before.version + 1 };
    this.#store.transaction(() => row.save(location));
    const locationId = this.#locationId;
    log(awaySince === null ? { event: 'database_back', locationId } : { event: 'database_away', locationId });
    this.#announcer.databaseAway(location, Date.now());
  }
}
