/**
 * A fake text provider and a fake database in memory. The test chooses each answer: late, with an error, or never. The
 * delivery engine is the real one.
 */
import { historyPayload, turnTextPayload } from '../../src/worker/location/deliveries/payloads.ts';
import type { DeliveryKind, VisitDelivery } from '../../src/worker/location/store/delivery-rows.ts';
import {
  drain,
  drainTogether,
  type BatchHandler,
  type Clock,
  type Handler,
} from '../../src/worker/deliveries/engine.ts';
import { recordResult, type AttemptOutcome } from '../../src/shared/queue/rules/texts/circuit-breaker.ts';
import { isForNumber, isTextWanted } from '../../src/shared/queue/rules/texts/texts.ts';
import type { ProviderState, TextProgress } from '../../src/shared/text/text-states.ts';
import type { Visit } from '../../src/shared/queue/state.ts';
import type * as z from 'zod/mini';
import type { MemoryQueue } from './memory-queue.ts';

/** A row of the table `visit_history` in D1. */
export type HistoryRow = z.infer<typeof historyPayload>;

const system = { kind: 'system' } as const;

/**
 * The provider's answer to a text. `answer lost`: the call ends without an answer. `taken`: the provider has accepted
 * the text.
 */
export type TextAnswer =
  | 'sent'
  | 'refused'
  | 'later'
  | 'stopped'
  | 'unknown'
  | 'taken, answer lost'
  | 'not taken, answer lost';
type TextResult = 'sent' | 'refused';
/** The provider's answer to a look-up of a text. `truth`: the provider returns the true state of the text. */
export type AskAnswer = 'truth' | 'later' | 'stopped' | 'no answer';
/** `written, answer lost`: the database has written the rows, but the object gets no answer. */
export type HistoryAnswer = 'written' | 'written, answer lost' | 'not written';

type Call<Answer> = { entries: VisitDelivery[]; answer: (how: Answer) => void };

/** One step of a text. */
export type Progress = {
  visitId: string;
  call: number;
  to: TextProgress;
  /** The provider's answer that caused the step, or null if the step has another cause. */
  answer: TextAnswer | null;
};

/** A text that was sent to the provider. */
type Handed = { entry: VisitDelivery; at: number; answer: TextAnswer | null };

export class DeliveriesInMemory {
  readonly #queue: MemoryQueue;
  /** The rows of D1's table `visit_history` by visit id. */
  readonly history = new Map<string, HistoryRow>();
  readonly written: HistoryRow[][] = [];
  texts: Call<TextAnswer>[] = [];
  asks: Call<AskAnswer>[] = [];
  /** The texts that the provider has accepted. A text that was accepted twice is in this list twice. */
  readonly taken: VisitDelivery[] = [];
  writes: Call<HistoryAnswer>[] = [];
  readonly handed: Handed[] = [];
  /** The error of a failed drain, or null. */
  failure: unknown = null;
  /** `failed`: the number of calls that failed. `reported`: the number of failures that the engine has reported. */
  failed = 0;
  reported = 0;
  #progress: Progress[] = [];
  readonly #draining = new Set<DeliveryKind>();
  #unanswered = 0;

  constructor(queue: MemoryQueue) {
    this.#queue = queue;
  }

  /** Starts a drain for each kind of delivery that has due entries and no running drain. */
  async startDrains(): Promise<void> {
    for (const kind of ['turn_text', 'history'] as const) {
      if (this.#draining.has(kind) || this.#due(kind, this.#queue.now()).length === 0) continue;
      this.#draining.add(kind);
      void this.#drain(kind);
    }
    await settled();
  }

  get isIdle(): boolean {
    return this.#draining.size === 0;
  }

  async answerText(index: number, how: TextAnswer): Promise<void> {
    const [call] = this.texts.splice(index % this.texts.length, 1);
    call?.answer(how);
    await settled();
  }

  async answerAsk(index: number, how: AskAnswer): Promise<void> {
    const [call] = this.asks.splice(index % this.asks.length, 1);
    call?.answer(how);
    await settled();
  }

  /** The provider sends a receipt for a text that it has accepted. */
  receipt(index: number, word: ProviderState): void {
    const entry = this.taken[index % this.taken.length];
    if (entry === undefined) return;
    this.#track(entry, word, null);
    this.#queue.outbox.delete(entry.id);
  }

  async answerHistory(how: HistoryAnswer): Promise<void> {
    this.writes.shift()?.answer(how);
    await settled();
  }

  /**
   * The object stops, and its pending calls get no answer. `areTaken`: whether the provider accepts the texts of these
   * calls.
   */
  crash(areTaken: boolean): void {
    if (areTaken) for (const { entries } of this.texts) this.taken.push(...entries);
    this.texts = [];
    this.asks = [];
    this.writes = [];
    this.#unanswered = 0;
    this.#draining.clear();
  }

  /** The database receives a batch of history rows that it has received before. */
  repeatHistory(index: number): void {
    this.#upsert(this.written[index % this.written.length] ?? []);
  }

  takeProgress(): Progress[] {
    const progress = this.#progress;
    this.#progress = [];
    return progress;
  }

  async #drain(kind: 'turn_text' | 'history'): Promise<void> {
    try {
      await (kind === 'history' ? drainTogether(this.#history()) : drain(this.#texts()));
      this.#draining.delete(kind);
    } catch (error) {
      this.failure = error;
    }
  }

  get #clock(): Clock {
    return { now: () => this.#queue.now(), random: () => 0.5 };
  }

  #history(): BatchHandler<VisitDelivery> {
    return {
      clock: this.#clock,
      due: (now, limit) => this.#due('history', now).slice(0, limit),
      send: async (entries) => {
        const batch = entries.map(({ payload }) => historyPayload.parse(JSON.parse(payload)));
        const how = await this.#wait<HistoryAnswer>(this.writes, entries);
        if (how !== 'not written') {
          this.written.push(batch);
          this.#upsert(batch);
        }
        if (how === 'written') return;
        this.failed += 1;
        throw new Error('the database is away');
      },
      finish: (entries) => entries.forEach(({ id }) => this.#queue.outbox.delete(id)),
      postpone: (entries, dueAt) => this.#postpone(entries, dueAt),
      report: () => {
        this.reported += 1;
      },
    };
  }

  #texts(): Handler<VisitDelivery, TextResult> {
    return {
      clock: this.#clock,
      lanes: 5,
      due: (now, limit) => this.#due('turn_text', now).slice(0, limit),
      isPending: ({ id }) => this.#queue.outbox.has(id),
      begin: async (entry) => {
        if (!this.#queue.outbox.has(entry.id)) return null;
        const visit = this.#visit(entry.visitId);
        const { to } = turnTextPayload.parse(JSON.parse(entry.payload));
        if (!isTextWanted(visit, entry.call) || !isForNumber(visit, to)) {
          this.#track(entry, 'withdrawn', null);
          this.#queue.outbox.delete(entry.id);
          return null;
        }
        this.#track(entry, 'sending', null);
        const begun = { state: 'sending', begunAt: this.#queue.now() } as const;
        this.#change(entry, begun);
        return { ...entry, ...begun };
      },
      send: async (entry) => {
        const handed: Handed = { entry, at: this.#queue.now(), answer: null };
        this.handed.push(handed);
        const answer = await this.#wait<TextAnswer>(this.texts, [entry]);
        handed.answer = answer;
        if (answer !== 'sent') this.failed += 1;
        if (answer === 'sent' || answer === 'taken, answer lost') this.taken.push(entry);
        switch (answer) {
          case 'sent':
            return { outcome: 'answered', result: 'sent' };
          case 'refused':
            return { outcome: 'answered', result: 'refused', reason: answer };
          case 'later':
          case 'stopped':
          case 'unknown':
            return { outcome: answer, reason: answer };
          default:
            throw new Error('the connection was lost');
        }
      },
      unconfirmed: {
        lookUp: async (entry) => {
          const answer = await this.#wait<AskAnswer>(this.asks, [entry]);
          if (answer !== 'truth') this.failed += 1;
          switch (answer) {
            case 'truth':
              return this.isTaken(entry) ? { outcome: 'answered', result: 'sent' } : { outcome: 'absent' };
            case 'later':
              return { outcome: 'later', reason: 'later', afterMs: 5_000 };
            case 'stopped':
              return { outcome: 'stopped', reason: 'stopped' };
            case 'no answer':
              throw new Error('the connection was lost');
          }
        },
      },
      finish: (entry, result) => this.#end(entry, result),
      giveUp: (entry, why) => this.#end(entry, why),
      postpone: (entry, dueAt, state) => {
        if (state === 'unconfirmed') return this.#postpone([entry], dueAt, state);
        this.#track(entry, 'queued', this.#answerTo(entry));
        this.#postpone([entry], dueAt);
      },
      markUnconfirmed: (entry, dueAt) => {
        this.#track(entry, 'unknown', this.#answerTo(entry));
        const unconfirmedAttempts = entry.unconfirmedAttempts + 1;
        this.#change(entry, { state: 'unconfirmed', unconfirmedAttempts, dueAt });
      },
      breaker: {
        record: (outcome) => this.#recordResult(outcome),
        openUntil: () => this.#queue.location.health.textBreaker?.probeAt ?? null,
        deferAll: () => this.#deferAll(this.#queue.location.health.textBreaker?.probeAt ?? 0),
      },
      report: () => {
        this.reported += 1;
      },
    };
  }

  #end(entry: VisitDelivery, to: TextProgress): void {
    this.#track(entry, to, this.#answerTo(entry));
    this.#queue.outbox.delete(entry.id);
  }

  #visit(id: string): Visit {
    const visit = this.#queue.storage.visit({ id });
    if (visit === null) throw new Error(`there is no visit ${id}`);
    return visit;
  }

  isTaken({ id }: VisitDelivery): boolean {
    return this.taken.some((entry) => entry.id === id);
  }

  /** The provider's answer to the last call for this text, or null if the text is not in the state `sending`. */
  #answerTo({ id }: VisitDelivery): TextAnswer | null {
    return this.#queue.outbox.get(id)?.state === 'sending'
      ? (this.handed.findLast((handed) => handed.entry.id === id)?.answer ?? null)
      : null;
  }

  #due(kind: DeliveryKind, now: number): VisitDelivery[] {
    return [...this.#queue.outbox.values()]
      .filter((entry) => entry.kind === kind && entry.dueAt <= now)
      .toSorted((a, b) => a.dueAt - b.dueAt);
  }

  #recordResult(outcome: AttemptOutcome): void {
    const before = this.#queue.location.health.textBreaker;
    const { held, unanswered } = recordResult(
      { held: before, unanswered: this.#unanswered },
      outcome,
      this.#queue.now(),
    );
    this.#unanswered = unanswered;
    if (held === before) return;
    const shouldAnnounce = held?.reason !== before?.reason;
    this.#queue.run({ kind: 'record-health', actor: system, health: { textBreaker: held }, shouldAnnounce });
  }

  #deferAll(until: number): void {
    const now = this.#queue.now();
    for (const entry of this.#queue.outbox.values()) {
      if (entry.kind !== 'turn_text' || entry.dueAt >= until) continue;
      if (entry.state === 'queued' && entry.expiresAt !== null && entry.expiresAt <= now) continue;
      const end = entry.state === 'queued' ? (entry.expiresAt ?? until) : until;
      this.#change(entry, { dueAt: Math.min(until, end) });
    }
  }

  #change({ id }: VisitDelivery, about: Partial<VisitDelivery>): void {
    const entry = this.#queue.outbox.get(id);
    if (entry !== undefined) this.#queue.outbox.set(id, { ...entry, ...about });
  }

  #wait<Answer>(calls: Call<Answer>[], entries: VisitDelivery[]): Promise<Answer> {
    return new Promise((answer) => {
      calls.push({ entries, answer });
    });
  }

  #track(entry: VisitDelivery, to: TextProgress, answer: TextAnswer | null): void {
    if (to === 'expired' && this.#queue.now() < (entry.expiresAt ?? Infinity)) {
      throw new Error('the hold was not over');
    }
    const { id, visitId, call } = entry;
    const outcome = this.#queue.run({
      kind: 'record-text',
      actor: system,
      text: { id, visitId, call, credits: 1 },
      to,
    });
    if (outcome.ok) this.#progress.push({ visitId, call, to, answer });
  }

  #postpone(entries: VisitDelivery[], dueAt: number, state: 'queued' | 'unconfirmed' = 'queued'): void {
    for (const { id } of entries) {
      const entry = this.#queue.outbox.get(id);
      if (entry === undefined) continue;
      this.#change(entry, { state, attempts: entry.attempts + 1, dueAt });
    }
  }

  /** Writes rows as `writeVisitHistory` does: a row replaces only a row with an earlier revision. */
  #upsert(batch: HistoryRow[]): void {
    for (const row of batch) {
      const before = this.history.get(row.visitId);
      if (before === undefined || before.revision < row.revision) this.history.set(row.visitId, row);
    }
  }
}

/**
 * Waits for the next turn of the event loop. After this turn, every running drain waits for an answer of the provider
 * or of the database.
 */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
