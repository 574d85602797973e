/** Executes commands on a location's queue: decides, stores the outcome in one transaction, broadcasts, counts. */
import type { Country } from '../../shared/countries.ts';
import { ENDED_VISITS_SHOWN_MS, GUEST_CHANGES_AN_HOUR } from '../../shared/limits.ts';
import type { Command } from '../../shared/queue/commands.ts';
import { decide } from '../../shared/queue/decide.ts';
import type { DecideContext } from '../../shared/queue/decision.ts';
import {
  refused,
  type Accepted,
  type JoinKeys,
  type Outcome,
  type TextRecord,
} from '../../shared/queue/decision.ts';
import type { Actor } from '../../shared/queue/events.ts';
import { dutyEndsAt, isOpenAt } from '../../shared/queue/rules/opening-hours.ts';
import type { TextFault, TextProgress } from '../../shared/text/text-states.ts';
import type { TextNumber, Visit } from '../../shared/queue/state.ts';
import { textPrice, type TextPrices } from '../../shared/text/text-prices.ts';
import { PeriodCounts } from '../platform/period-counts.ts';
import type { Before, Broadcaster } from './broadcaster.ts';
import type { Counter } from './counter.ts';
import type { TextReceipt } from './rpc.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

const HOUR_MS = 3_600_000;

/**
 * Options of a command. `alongside`: makes further writes in the transaction of the command, even if the command is
 * refused.
 */
type RunOptions = {
  now?: number;
  newcomer?: { id: string; keys: JoinKeys; isAssumedNew?: boolean };
  alongside?: () => void;
};

export type TextUpdate = {
  to: TextProgress;
  why?: TextFault | undefined;
  providerId?: string | undefined;
};

export class Executor {
  readonly #storage: SqliteStorage;
  readonly #broadcaster: Broadcaster;
  readonly #counter: Counter;
  /** Parses phone numbers; null until `loadNumberPlans` has loaded the large numbering plans. */
  #readNumber: DecideContext['readNumber'] | null = null;

  readonly #prices: () => TextPrices;
  readonly #onChange: () => void;
  /**
   * For each visit, the number of changes that the guest has made in this hour. In memory only, because a rough limit
   * is enough.
   */
  readonly #guestChanges = new PeriodCounts(HOUR_MS);

  /** `prices`: the deployment's own prices of texts. `onChange`: called after each change and its broadcast. */
  constructor(
    storage: SqliteStorage,
    broadcaster: Broadcaster,
    counter: Counter,
    { prices, onChange }: { prices: () => TextPrices; onChange: () => void },
  ) {
    this.#prices = prices;
    this.#onChange = onChange;
    this.#storage = storage;
    this.#broadcaster = broadcaster;
    this.#counter = counter;
  }

  get canReadNumbers(): boolean {
    return this.#readNumber !== null;
  }

  /** Loads the numbering plans. Await this method before a command that may parse a number. */
  async loadNumberPlans(): Promise<void> {
    this.#readNumber ??= (await import('../platform/phone-number.ts')).textNumberOf;
  }

  run(command: Command, options: RunOptions = {}): Outcome {
    const outcome = this.#attempt(command, options);
    if (outcome === null) throw new Error('a token is there without its visit');
    return outcome;
  }

  /**
   * Decides, commits and broadcasts. No `await` is allowed between the read of the state and the broadcast. Returns
   * null if the token of this join is already stored.
   */
  #attempt(command: Command, { now = Date.now(), newcomer, alongside }: RunOptions): Outcome | null {
    const readNumber: DecideContext['readNumber'] = (typed, country) => {
      if (this.#readNumber === null) throw new Error('a number is read without the numbering plans');
      const number = typed === '' ? null : this.#readNumber(typed, country);
      return number && this.#priced(number, country);
    };
    const outcome = decide(this.#storage, command, { now, readNumber, isOpenAt, dutyEndsAt, newcomer });
    const before = outcome.ok ? this.#before(outcome, now) : null;
    if (!outcome.ok || before === null || !isChange(before, outcome)) {
      if (alongside !== undefined) this.#storage.transaction(alongside);
      return outcome;
    }
    if (isGuestChange(command) && !this.#countChange(outcome, now)) return refused('too_many_requests');
    if (!this.#storage.commit(outcome, now, alongside)) return null;
    this.#broadcaster.broadcast(before, outcome, now);
    this.#onChange();
    this.#counter.countOutcome(outcome, now);
    return outcome;
  }

  /**
   * Executes a join or a walk-in. The first try does not search for an earlier join, because nearly all joins are new.
   * If the first try is refused or finds the token already stored, a second try searches for the earlier join.
   */
  enter(command: Command, newcomer: { id: string; keys: JoinKeys }, now: number): Outcome {
    const first = this.#attempt(command, { now, newcomer: { ...newcomer, isAssumedNew: true } });
    return first?.ok ? first : this.run(command, { now, newcomer });
  }

  /** Counts a change by a guest. Returns false above the limit. */
  #countChange({ visitId }: Accepted, now: number): boolean {
    return this.#guestChanges.count(visitId ?? '', now) <= GUEST_CHANGES_AN_HOUR;
  }

  /** The number with its price per segment. `country`: used as the home country if the location has none. */
  #priced(number: TextNumber, country: Country | null): TextNumber {
    const home = this.#storage.location()?.profile.homeCountry ?? country;
    const price = textPrice(number.country, home, this.#prices());
    return price === 1 ? number : { ...number, price };
  }

  /**
   * Records the new state of a text. If the text cannot change from its stored state to the new state (see `advances`),
   * only `alongside` is executed.
   */
  recordText(
    actor: Actor,
    text: Pick<TextRecord, 'id' | 'visitId' | 'call' | 'credits'>,
    { to, why, providerId }: TextUpdate,
    alongside: () => void,
  ): void {
    const { id, visitId, call, credits } = text;
    const from = this.#storage.text(id)?.progress ?? 'queued';
    const named = { id, visitId, call, credits };
    const outcome = this.run({ kind: 'record-text', actor, text: named, to, why, providerId }, { alongside });
    // `queued` is counted once, when the text is enqueued, and not again after each postponement.
    if (outcome.ok && to !== from && to !== 'queued' && to !== 'sending')
      this.#counter.count({ event: 'text', state: to });
  }

  /** Records a provider's receipt and deletes the pending delivery of the text. Returns false for an unknown text. */
  recordReceipt({ textId, outcome, providerId, why }: TextReceipt): boolean {
    const text = this.#storage.location() === null ? null : this.#storage.text(textId);
    if (text === null) return false;
    this.recordText({ kind: 'provider' }, text, { to: outcome, why, providerId }, () =>
      this.#storage.deliveries.drop(textId),
    );
    return true;
  }

  /**
   * The state before the outcome, for the broadcaster. If the location closes, this state also contains the visits that
   * were admitted recently.
   */
  #before({ changes }: Accepted, now: number): Before | null {
    const location = this.#storage.location();
    if (location === null) return null;
    const { visits, joined, erased } = changes;
    const known = joined === null ? visits.flatMap(({ id }) => this.#storage.visit({ id }) ?? []) : [];
    const shown: Visit[] = erased === 'all' ? this.#storage.admittedSince(now - ENDED_VISITS_SHOWN_MS) : [];
    return { location, visits: new Map([...known, ...shown].map((visit) => [visit.id, visit])) };
  }
}

/** Whether a guest could repeat this command any number of times, so that the command needs a limit. */
function isGuestChange({ kind }: Command): boolean {
  return kind === 'change-preference' || kind === 'change-language';
}

/** Whether the outcome changes stored data. */
function isChange(before: Before, { changes }: Accepted): boolean {
  const { location, visits, text, erased } = changes;
  return (
    location !== before.location ||
    visits.length > 0 ||
    text !== null ||
    erased === 'all' ||
    erased.length > 0
  );
}
