/** What a decision becomes: written whole, told to whoever watches, the alarm armed. */
import type { Decided } from '../../shared/queue/decision.ts';
import { guestCatalogues } from '../../shared/copy/guest-catalogues.ts';
import { ENDED_VISITS_SHOWN_MS } from '../../shared/limits.ts';
import type { Announcer } from './announcer.ts';
import type { Counter } from './counter.ts';
import { historyEntry, textEntry } from './outbox-payloads.ts';
import type { Reader } from './reader.ts';
import { reminderAfter } from '../../shared/queue/rules/reminders.ts';
import { forgetsAt, forgottenUpTo } from '../../shared/queue/rules/retention.ts';
import { NO_CALL } from '../../shared/queue/rules/texts.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';
import type { Store } from './store/store.ts';
import type { JoinIdentity } from './store/visit-rows.ts';
import type { Wake } from './wake.ts';

/** Rows rewritten in one go: a few milliseconds. */
const FORGOTTEN_AT_A_TIME = 1_000;

type Parts = { store: Store; read: Reader; wake: Wake; announcer: Announcer; counter: Counter };

export class Commits {
  readonly #locationId: string;
  readonly #store: Store;
  readonly #read: Reader;
  readonly #wake: Wake;
  readonly #announcer: Announcer;
  readonly #counter: Counter;

  constructor(locationId: string, { store, read, wake, announcer, counter }: Parts) {
    this.#locationId = locationId;
    this.#store = store;
    this.#read = read;
    this.#wake = wake;
    this.#announcer = announcer;
    this.#counter = counter;
  }

  /** Whoever joins. False when an earlier join made the token: nothing is written then. */
  join(before: Location, decided: Decided, identity: JoinIdentity, now: number): boolean {
    let isNew = false;
    this.#store.transaction(() => {
      isNew = this.#store.visits.insert(decided.visit, identity);
      if (isNew) this.#writeWhatFollows(decided, now);
    });
    // Whoever joins only waits: nothing becomes due by it, and the queries behind the alarm are a tenth of a join.
    if (isNew) this.#tell({ location: before, visit: null }, decided, now);
    return isNew;
  }

  /** A change of a visit that is there; `before` is what the decision was made on. */
  async visit(
    before: { location: Location; visit: Visit | null },
    decided: Decided,
    now: number,
  ): Promise<void> {
    if (decided.event === null) return this.location(before.location, decided.location, now);
    this.#store.transaction(() => this.#write(decided, now));
    this.#tell(before, decided, now);
    await this.#wake.arm();
  }

  /** A change of the location alone. */
  async location(before: Location, location: Location, now: number): Promise<void> {
    if (location === before) return;
    this.#store.transaction(() => this.#store.location?.save(location));
    this.#announcer.locationChanged(before, location, now);
    await this.#wake.arm();
  }

  /** The location closes: everybody is removed and forgotten, in one transaction. */
  async closed(before: Location, location: Location, removed: Decided[], now: number): Promise<void> {
    const admitted = this.#store.visits.admittedSince(now - ENDED_VISITS_SHOWN_MS);
    const everybody = [...removed.map(({ visit }) => visit), ...admitted];
    this.#store.transaction(() => {
      for (const decided of removed) this.#write(decided, now);
      this.#store.location?.save(location);
      this.#store.people.erase();
      this.#store.reminders.erase();
    });
    this.#read.forgetLine();
    this.#announcer.closed(before, location, everybody, now);
    if (removed.length > 0) this.#counter.count({ event: 'removed' }, removed.length);
    await this.#wake.arm();
  }

  /**
   * Forgets whom the location need no longer know, and arms the alarm. A bounded number: of more, the alarm brings the
   * rest. Nobody is told, as no page shows visits that are so long over.
   */
  async forgotten(now: number): Promise<void> {
    const { people } = this.#store;
    const due = forgetsAt(people.earliestEnd());
    if (due !== null && now >= due)
      this.#store.transaction(() => people.eraseEndedBy(forgottenUpTo(now), FORGOTTEN_AT_A_TIME));
    await this.#wake.arm();
  }

  /** Forgets the guests of these visits, which are over. Pages that show them show them without a name from now on. */
  async personErased(before: Location, visitIds: readonly string[], now: number): Promise<void> {
    if (visitIds.length === 0) return;
    const after: Location = {
      ...before,
      version: before.version + 1,
      // Nobody comes back as nobody.
      undo: before.undo !== null && visitIds.includes(before.undo.visitId) ? null : before.undo,
    };
    this.#store.transaction(() => {
      this.#store.location?.save(after);
      this.#store.people.eraseOf(visitIds);
    });
    const since = now - ENDED_VISITS_SHOWN_MS;
    const shown = visitIds.flatMap((id) => {
      const visit = this.#store.visits.byId(id);
      return visit !== null && (visit.endedAt ?? visit.admittedAt ?? 0) >= since ? [visit] : [];
    });
    this.#announcer.personErased(after, shown, now);
    await this.#wake.arm();
  }

  /** Before anything is awaited, so that pages hear of changes in the order in which these were written. */
  #tell(before: { location: Location; visit: Visit | null }, decided: Decided, now: number): void {
    this.#read.followLine(decided.visit, decided.ranks);
    this.#announcer.changed(before, decided, now);
    this.#counter.countDecided(decided, now);
  }

  /** Inside a transaction. */
  #write(decided: Decided, now: number): void {
    this.#store.visits.saveRanks(decided.ranks);
    this.#store.visits.save(decided.visit);
    this.#writeWhatFollows(decided, now);
    this.#writeReminder(decided, now);
  }

  /** The location, the log and the outbox. */
  #writeWhatFollows({ location, visit, effects, event, position }: Decided, now: number): void {
    const { consents, events, outbox, reminders, visits } = this.#store;
    this.#store.location?.save(location);
    if (event !== null) events.add({ visitId: visit.id, kind: event, at: now, position });
    for (const effect of effects) {
      switch (effect.kind) {
        case 'consent':
          consents.add({
            visitId: visit.id,
            wording: guestCatalogues[visit.language].preference.consent(location.businessName),
            language: visit.language,
            givenAt: now,
          });
          break;
        case 'history':
          outbox.enqueue(historyEntry(this.#locationId, location, visit, now), now);
          break;
        case 'turn_text':
          outbox.enqueue(textEntry(crypto.randomUUID(), visit, visit.calls, effect), now);
          break;
        case 'nearly_text':
          outbox.enqueue(textEntry(crypto.randomUUID(), visit, NO_CALL, effect), now);
          visits.markNear(visit.id);
          break;
        case 'near':
          visits.markNear(visit.id);
          break;
        case 'release_text':
          outbox.releaseText(effect.visitId, now);
          reminders.release(effect.visitId, now);
          break;
        case 'cancel_text':
          outbox.cancelText(visit.id, visit.calls);
          break;
      }
    }
  }

  /** Inside a transaction. */
  #writeReminder(decided: Decided, now: number): void {
    const { reminders } = this.#store;
    const change = reminderAfter(decided, now);
    const { id, calls } = decided.visit;
    if (change?.kind === 'owe') reminders.owe(id, change);
    if (change?.kind === 'withdraw') reminders.withdraw(id);
    if (change?.kind !== 'forget') return;
    if (change.at <= now) reminders.forget(id);
    // Looked at then: it is forgotten where the end was not undone.
    else reminders.owe(id, { call: calls, dueAt: change.at, expiresAt: change.at });
  }
}
