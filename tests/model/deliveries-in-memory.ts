/**
 * The world outside of a location in memory: a text provider and a database that answer when the test says so, and the
 * real outbox between. A call that was begun can be answered late, badly or never.
 */
import { historyPayload } from '../../src/worker/location/outbox-payloads.ts';
import {
  drain,
  type DeliveryKind,
  type OutboxDeps,
  type OutboxEntry,
} from '../../src/worker/deliveries/outbox.ts';
import { recordResult, type CallOutcome } from '../../src/shared/queue/rules/text-circuit-breaker.ts';
import { isTextWanted } from '../../src/shared/queue/rules/texts.ts';
import type { ProviderWord, TextProgress } from '../../src/shared/text/text-words.ts';
import type { Visit } from '../../src/shared/queue/state.ts';
import type * as z from 'zod/mini';
import type { MemoryQueue } from './memory-queue.ts';

/** A row of the table `visit_history`. */
export type HistoryRow = z.infer<typeof historyPayload>;

const system = { kind: 'system' } as const;

/** What the provider says to a text, or how the call ends without an answer. It took the text where it says so. */
export type TextAnswer =
  'sent' | 'refused' | 'later' | 'stopped' | 'unknown' | 'taken, answer lost' | 'not taken, answer lost';
/** What it says when it is asked for one: whether it has it, or nothing. */
export type AskAnswer = 'truth' | 'later' | 'stopped' | 'no answer';
/** `written, answer lost`: the rows are there, and the object does not know. */
export type HistoryAnswer = 'written' | 'written, answer lost' | 'not written';

type Call<Answer> = { entries: OutboxEntry[]; answer: (how: Answer) => void };

/** One step of a text, and what the provider had said to its call just before. */
export type Progress = {
  visitId: string;
  call: number;
  to: TextProgress;
  /** Null: no call was answered just now. */
  answer: TextAnswer | null;
};

/** A text that was handed to the provider. */
export type Handed = { entry: OutboxEntry; at: number; answer: TextAnswer | null };

export class DeliveriesInMemory {
  readonly #queue: MemoryQueue;
  /** D1's table: one row a visit. */
  readonly history = new Map<string, HistoryRow>();
  /** Every batch of rows that ever reached the database. */
  readonly written: HistoryRow[][] = [];
  texts: Call<TextAnswer>[] = [];
  asks: Call<AskAnswer>[] = [];
  /** The texts that the provider has taken, each as often as it did. */
  readonly taken: OutboxEntry[] = [];
  writes: Call<HistoryAnswer>[] = [];
  readonly handed: Handed[] = [];
  /** Why a drain came to a bad end. None ever may. */
  failure: unknown = null;
  /** Calls that did not do what they were made for, and those that the outbox told of. */
  failed = 0;
  reported = 0;
  #progress: Progress[] = [];
  readonly #draining = new Set<DeliveryKind>();
  #unanswered = 0;

  constructor(queue: MemoryQueue) {
    this.#queue = queue;
  }

  /** One drain of each kind at a time, when something of it is due. */
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

  /** The provider tells what became of a text that it took. */
  receipt(index: number, word: ProviderWord): void {
    const entry = this.taken[index % this.taken.length];
    if (entry === undefined) return;
    this.#track(entry, word, null);
    this.#queue.outbox.delete(entry.id);
  }

  async answerHistory(how: HistoryAnswer): Promise<void> {
    this.writes.shift()?.answer(how);
    await settled();
  }

  /** The object dies with whatever it was waiting for. Nobody will ever hear those answers. */
  crash(areTaken: boolean): void {
    if (areTaken) for (const { entries } of this.texts) this.taken.push(...entries);
    this.texts = [];
    this.asks = [];
    this.writes = [];
    this.#unanswered = 0;
    this.#draining.clear();
  }

  /** A batch arrives once more, long after later ones. */
  repeatHistory(index: number): void {
    this.#upsert(this.written[index % this.written.length] ?? []);
  }

  takeProgress(): Progress[] {
    const progress = this.#progress;
    this.#progress = [];
    return progress;
  }

  async #drain(kind: DeliveryKind): Promise<void> {
    try {
      await drain(kind, this.#deps());
      this.#draining.delete(kind);
    } catch (error) {
      this.failure = error;
    }
  }

  #deps(): OutboxDeps {
    return {
      now: () => this.#queue.now(),
      random: () => 0.5,
      due: (kind, now, limit) => this.#due(kind, now).slice(0, limit),
      isPending: ({ id }) => this.#queue.outbox.has(id),
      beginText: async (entry) => {
        if (!this.#queue.outbox.has(entry.id)) return false;
        if (!isTextWanted(this.#visit(entry.visitId), entry.call)) {
          this.#track(entry, 'withdrawn', null);
          this.#queue.outbox.delete(entry.id);
          return false;
        }
        this.#track(entry, 'sending', null);
        this.#change(entry, { phase: 'sending', begunAt: this.#queue.now() });
        return true;
      },
      sendText: async (entry) => {
        const handed: Handed = { entry, at: this.#queue.now(), answer: null };
        this.handed.push(handed);
        const answer = await this.#wait<TextAnswer>(this.texts, [entry]);
        handed.answer = answer;
        if (answer !== 'sent') this.failed += 1;
        if (answer === 'sent' || answer === 'taken, answer lost') this.taken.push(entry);
        switch (answer) {
          case 'sent':
            return { outcome: 'sent', providerId: 'SM' };
          case 'later':
            return { outcome: 'later', reason: 'later', afterMs: null };
          case 'refused':
          case 'stopped':
          case 'unknown':
            return { outcome: answer, reason: answer };
          default:
            throw new Error('the connection was lost');
        }
      },
      lookUp: async (entry) => {
        const answer = await this.#wait<AskAnswer>(this.asks, [entry]);
        if (answer !== 'truth') this.failed += 1;
        switch (answer) {
          case 'truth':
            return this.isTaken(entry) ? { outcome: 'sent', providerId: 'SM' } : { outcome: 'absent' };
          case 'later':
            return { outcome: 'later', reason: 'later', afterMs: 5_000 };
          case 'stopped':
            return { outcome: 'stopped', reason: 'stopped' };
          case 'no answer':
            throw new Error('the connection was lost');
        }
      },
      finishText: (entry, { progress }) => {
        this.#track(entry, progress, this.#answerTo(entry));
        this.#queue.outbox.delete(entry.id);
      },
      postponeText: (entry, dueAt) => {
        this.#track(entry, 'queued', this.#answerTo(entry));
        this.#postpone([entry], dueAt);
      },
      markUnconfirmed: (entry, askAt) => {
        this.#track(entry, 'unknown', entry.phase === 'sending' ? null : this.#answerTo(entry));
        this.#change(entry, {
          phase: 'unknown',
          unconfirmedAttempts: entry.unconfirmedAttempts + 1,
          dueAt: askAt,
        });
      },
      scheduleReconcile: (entry, askAt) =>
        this.#change(entry, { attempts: entry.attempts + 1, dueAt: askAt }),
      recordResult: (outcome) => this.#recordResult(outcome),
      openUntil: () => this.#queue.location.health.textsHeld?.probeAt ?? null,
      deferAll: () => this.#deferAll(this.#queue.location.health.textsHeld?.probeAt ?? 0),
      writeHistory: async (entries) => {
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
      dropHistory: (entries) => entries.forEach(({ id }) => this.#queue.outbox.delete(id)),
      postponeHistory: (entries, dueAt) => this.#postpone(entries, dueAt),
      report: () => {
        this.reported += 1;
      },
    };
  }

  #visit(id: string): Visit {
    const visit = this.#queue.storage.visit({ id });
    if (visit === null) throw new Error(`there is no visit ${id}`);
    return visit;
  }

  /** Whether the provider has this text. */
  isTaken({ id }: OutboxEntry): boolean {
    return this.taken.some((entry) => entry.id === id);
  }

  /** What the provider said to the last call of this text, while its drain deals with that. */
  #answerTo({ id }: OutboxEntry): TextAnswer | null {
    return this.#queue.outbox.get(id)?.phase === 'sending'
      ? (this.handed.findLast((handed) => handed.entry.id === id)?.answer ?? null)
      : null;
  }

  #due(kind: DeliveryKind, now: number): OutboxEntry[] {
    return [...this.#queue.outbox.values()]
      .filter((entry) => entry.kind === kind && entry.dueAt <= now)
      .toSorted((a, b) => a.dueAt - b.dueAt);
  }

  #recordResult(outcome: CallOutcome): void {
    const before = this.#queue.location.health.textsHeld;
    const { held, unanswered } = recordResult(
      { held: before, unanswered: this.#unanswered },
      outcome,
      this.#queue.now(),
    );
    this.#unanswered = unanswered;
    if (held === before) return;
    const isNews = held?.reason !== before?.reason;
    this.#queue.run({ kind: 'note-health', actor: system, health: { textsHeld: held }, isNews });
  }

  #deferAll(until: number): void {
    const now = this.#queue.now();
    for (const entry of this.#queue.outbox.values()) {
      if (entry.kind !== 'turn_text' || entry.dueAt >= until) continue;
      if (entry.phase === 'queued' && entry.expiresAt !== null && entry.expiresAt <= now) continue;
      const end = entry.phase === 'queued' ? (entry.expiresAt ?? until) : until;
      this.#change(entry, { dueAt: Math.min(until, end) });
    }
  }

  #change({ id }: OutboxEntry, about: Partial<OutboxEntry>): void {
    const entry = this.#queue.outbox.get(id);
    if (entry !== undefined) this.#queue.outbox.set(id, { ...entry, ...about });
  }

  #wait<Answer>(calls: Call<Answer>[], entries: OutboxEntry[]): Promise<Answer> {
    return new Promise((answer) => {
      calls.push({ entries, answer });
    });
  }

  #track(entry: OutboxEntry, to: TextProgress, answer: TextAnswer | null): void {
    if (to === 'expired' && this.#queue.now() < (entry.expiresAt ?? Infinity)) {
      throw new Error('the hold was not over');
    }
    const { id, visitId, call } = entry;
    const outcome = this.#queue.run({ kind: 'record-text', actor: system, text: { id, visitId, call }, to });
    if (outcome.ok) this.#progress.push({ visitId, call, to, answer });
  }

  #postpone(entries: OutboxEntry[], dueAt: number): void {
    for (const { id } of entries) {
      const entry = this.#queue.outbox.get(id);
      if (entry === undefined) continue;
      this.#change(entry, { phase: 'queued', attempts: entry.attempts + 1, dueAt });
    }
  }

  /** As `writeVisitHistory`: a row gives way only to a later revision. */
  #upsert(batch: HistoryRow[]): void {
    for (const row of batch) {
      const before = this.history.get(row.visitId);
      if (before === undefined || before.revision < row.revision) this.history.set(row.visitId, row);
    }
  }
}

/** Resolves when all that can happen without another answer has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
