/** Executes commands on a location's queue: decides, stores the outcome whole, tells the open pages, counts. */
import { ENDED_VISITS_SHOWN_MS } from '../../shared/limits.ts';
import type { Command } from '../../shared/queue/commands.ts';
import { decide } from '../../shared/queue/decide.ts';
import type { Accepted, JoinKeys, Outcome, TextRecord } from '../../shared/queue/decision.ts';
import type { Actor } from '../../shared/queue/events.ts';
import { isOpenAt } from '../../shared/queue/rules/opening-hours.ts';
import type { TextFault, TextProgress } from '../../shared/text/text-states.ts';
import type { Visit } from '../../shared/queue/state.ts';
import { textNumberOf } from '../platform/phone-number.ts';
import type { Before, Broadcaster } from './broadcaster.ts';
import type { Counter } from './counter.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

/** What comes with a command. `alongside` writes in the same transaction, also where the command is refused. */
type RunOptions = {
  now?: number;
  newcomer?: { id: string; keys: JoinKeys; isAssumedNew?: boolean };
  alongside?: () => void;
};

/** The update of a text. */
export type TextUpdate = {
  to: TextProgress;
  why?: TextFault | undefined;
  providerId?: string | undefined;
};

export class Executor {
  readonly #storage: SqliteStorage;
  readonly #broadcaster: Broadcaster;
  readonly #counter: Counter;

  constructor(storage: SqliteStorage, broadcaster: Broadcaster, counter: Counter) {
    this.#storage = storage;
    this.#broadcaster = broadcaster;
    this.#counter = counter;
  }

  run(command: Command, options: RunOptions = {}): Outcome {
    const outcome = this.#attempt(command, options);
    if (outcome === null) throw new Error('a token is there without its visit');
    return outcome;
  }

  /** Nothing is awaited between reading the state and telling the pages. Null where the token of an earlier join is there. */
  #attempt(command: Command, { now = Date.now(), newcomer, alongside }: RunOptions): Outcome | null {
    const outcome = decide(this.#storage, command, { now, readNumber: textNumberOf, isOpenAt, newcomer });
    const before = outcome.ok ? this.#before(outcome, now) : null;
    if (!outcome.ok || before === null || !isChange(before, outcome)) {
      if (alongside !== undefined) this.#storage.transaction(alongside);
      return outcome;
    }
    if (!this.#storage.commit(outcome, now, alongside)) return null;
    this.#broadcaster.broadcast(before, outcome, now);
    this.#counter.countOutcome(outcome, now);
    return outcome;
  }

  /**
   * A party comes into line. Nearly all are new, so that an earlier join is looked for only where this one is refused or its token
   * is there.
   */
  enter(command: Command, newcomer: { id: string; keys: JoinKeys }, now: number): Outcome {
    const first = this.#attempt(command, { now, newcomer: { ...newcomer, isAssumedNew: true } });
    return first?.ok ? first : this.run(command, { now, newcomer });
  }

  /** Writes a step of a text; an update that says less than is known changes nothing but what is written alongside. */
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
    // A text is counted as queued once, not each time it is postponed.
    if (outcome.ok && to !== from && to !== 'queued' && to !== 'sending')
      this.#counter.count({ event: 'text', state: to });
  }

  /** What the broadcaster compares with: the visits of the outcome as they still are, and all that a closing location shows. */
  #before({ changes }: Accepted, now: number): Before | null {
    const location = this.#storage.location();
    if (location === null) return null;
    const { visits, joined, erased } = changes;
    const known = joined === null ? visits.flatMap(({ id }) => this.#storage.visit({ id }) ?? []) : [];
    const shown: Visit[] = erased === 'all' ? this.#storage.admittedSince(now - ENDED_VISITS_SHOWN_MS) : [];
    return { location, visits: new Map([...known, ...shown].map((visit) => [visit.id, visit])) };
  }
}

/** Whether there is anything to store. */
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
