/** A guest's calls about reminders: nobody else sees them, so that there is nothing to announce and no version to count. */
import { REMINDERS_PER_VISIT_MAX } from '../../shared/limits.ts';
import type { PushSubscriptionKeys } from '../../shared/reminder.ts';
import type { GuestClaim, Reply } from './calls.ts';
import type { Reader } from './reader.ts';
import { canBeReminded } from '../../shared/queue/rules/reminders.ts';
import type { Store } from './store/store.ts';

export class ReminderCalls {
  readonly #store: Store;
  readonly #read: Reader;

  constructor(store: Store, read: Reader) {
    this.#store = store;
    this.#read = read;
  }

  keep(claim: GuestClaim, subscription: PushSubscriptionKeys): Reply<object> {
    const found = this.#read.claimed(claim);
    if (found === null) return { ok: false, code: 'not_found' };
    const { visit } = found;
    if (!canBeReminded(visit)) return { ok: false, code: 'not_waiting' };
    this.#store.transaction(() =>
      this.#store.reminders.keep(visit.id, subscription, REMINDERS_PER_VISIT_MAX),
    );
    return { ok: true };
  }

  drop(claim: GuestClaim, endpoint: string): Reply<object> {
    const found = this.#read.claimed(claim);
    if (found === null) return { ok: false, code: 'not_found' };
    this.#store.transaction(() => this.#store.reminders.drop(found.visit.id, endpoint));
    return { ok: true };
  }
}
