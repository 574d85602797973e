/** What becomes due by itself: holds end, parties are settled, an offer to undo runs out, guests are told that they are near, a closed place is erased. */
import type { Decided } from '../../shared/queue/decision.ts';
import { UNRESOLVED_AFTER_HOLD_MS } from '../../shared/limits.ts';
import { log } from '../log.ts';
import { during, newWorkId } from '../watch/work.ts';
import type { Commits } from './commits.ts';
import type { Counter } from './counter.ts';
import type { Live } from './live.ts';
import type { Reader } from './reader.ts';
import { endHold, settle } from '../../shared/queue/rules/admission.ts';
import { tellNearly } from '../../shared/queue/rules/nearly.ts';
import { endUndo } from '../../shared/queue/rules/undo.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';
import type { Store } from './store/store.ts';
import type { Wake } from './wake.ts';

type Parts = {
  store: Store;
  read: Reader;
  commit: Commits;
  wake: Wake;
  live: Live;
  counter: Counter;
};

export class Due {
  readonly #locationId: string;
  readonly #parts: Parts;

  constructor(locationId: string, parts: Parts) {
    this.#locationId = locationId;
    this.#parts = parts;
  }

  /** The alarm rang. */
  ring(): Promise<void> {
    const { counter } = this.#parts;
    return during({ alarmId: newWorkId() }, () => counter.together(() => this.#ring()));
  }

  async #ring(): Promise<void> {
    const { wake } = this.#parts;
    wake.rang(Date.now());
    try {
      await this.#work(Date.now());
    } catch (error) {
      await wake.afterFailure(error);
    }
  }

  /** Does all of it, and arms the alarm for what comes next. Repeating it is harmless. */
  async #work(now: number): Promise<void> {
    const { store, read, commit, wake } = this.#parts;
    if (store.location === null) return;
    for (const { id } of store.visits.holdsEndedBy(now)) {
      const hasEnded = await this.#decide(id, endHold, now);
      if (hasEnded) log({ event: 'hold_expired', locationId: this.#locationId, visitId: id });
    }
    for (const { id } of store.visits.unsettledBy(now - UNRESOLVED_AFTER_HOLD_MS)) {
      await this.#decide(id, settle, now);
    }
    const location = read.location();
    const afterUndo = location && endUndo(location, now);
    if (location && afterUndo) await commit.location(location, afterUndo, now);
    for (const { id } of wake.nearNow(now)) {
      await this.#decide(
        id,
        (location, visit) => tellNearly(location, visit, read.position(visit), now),
        now,
      );
    }
    if (await this.#eraseIfOver(now)) return;
    wake.startDrains();
    await commit.forgotten(now);
  }

  async #eraseIfOver(now: number): Promise<boolean> {
    const { store, wake, live } = this.#parts;
    const at = wake.erasesAt();
    if (at === null || now < at) return false;
    live.closeGuests();
    await wake.never();
    await store.erase();
    log({ event: 'location_erased', locationId: this.#locationId });
    return true;
  }

  /** The visit as it is now: while another was written, somebody may have decided about this one. True if it changed. */
  async #decide(
    visitId: string,
    decide: (location: Location, visit: Visit, now: number) => Decided | null,
    now: number,
  ): Promise<boolean> {
    const { store, read, commit } = this.#parts;
    const location = read.location();
    const visit = store.visits.byId(visitId);
    const decided = location && visit && decide(location, visit, now);
    if (!decided) return false;
    await commit.visit({ location, visit }, decided, now);
    return true;
  }
}
