/** What an owner does with a visit and with the location. */
import type { SettingsChange } from '../../shared/queue/settings.ts';
import type { VisitView } from '../../shared/queue-view.ts';
import type { Reply, VisitName, WalkInCall } from './calls.ts';
import type { Commits } from './commits.ts';
import type { Joins } from './joins.ts';
import type { Reader } from './reader.ts';
import { decideFor, type OwnerAction } from '../../shared/queue/rules/owner-action.ts';
import { changeSettings } from '../../shared/queue/rules/settings.ts';
import { visitView } from '../../shared/queue/project.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';
import type { Store } from './store/store.ts';

export class OwnerCalls {
  readonly #store: Store;
  readonly #read: Reader;
  readonly #commit: Commits;
  readonly #joins: Joins;

  constructor(store: Store, read: Reader, commit: Commits, joins: Joins) {
    this.#store = store;
    this.#read = read;
    this.#commit = commit;
    this.#joins = joins;
  }

  async act(name: VisitName, action: OwnerAction): Promise<Reply<{ visit: VisitView }>> {
    const location = this.#read.location();
    const visit = location && this.#read.named(name);
    if (location === null || visit === null) return { ok: false, code: 'not_found' };
    const now = Date.now();
    const decision = decideFor(action, location, visit, this.#read.line(), now);
    if (!decision.ok) return decision;
    await this.#commit.visit({ location, visit }, decision, now);
    return this.#viewed(decision.location, decision.visit, now);
  }

  addWalkIn(call: WalkInCall): Reply<{ visit: VisitView }> {
    const entered = this.#joins.byOwner(call);
    return entered.ok ? this.#viewed(entered.location, entered.visit, entered.now) : entered;
  }

  async changeSettings(change: SettingsChange): Promise<Reply<object>> {
    const location = this.#read.location();
    if (location === null || location.closedAt !== null) return { ok: false, code: 'not_found' };
    const isOtherCountry = change.country !== undefined && change.country !== location.settings.country;
    if (isOtherCountry) this.#store.visits.rereadNumbers();
    await this.#commit.location(location, changeSettings(location, change), Date.now());
    return { ok: true };
  }

  #viewed(location: Location, visit: Visit, now: number): { ok: true; visit: VisitView } {
    return { ok: true, visit: visitView(location, visit, this.#read.position(visit), now) };
  }
}
