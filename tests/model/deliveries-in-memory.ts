/**
 * The world outside of a location in memory: a text provider and a database that answer when the test says so, and the
 * real outbox between. A call that was begun can be answered late, badly or never.
 */
import { historyPayload } from '../../src/worker/queue/outbox-payloads.ts';
import {
  drain,
  type DeliveryKind,
  type OutboxDeps,
  type OutboxEntry,
  type TextDelivery,
} from '../../src/worker/queue/outbox.ts';
import { isTextWanted, trackText, type TextProgress } from '../../src/worker/queue/rules/texts.ts';
import type * as z from 'zod/mini';
import type { LocationInMemory } from './location-in-memory.ts';

/** A row of the table `visit_history`. */
export type HistoryRow = z.infer<typeof historyPayload>;

/** What the provider says, or how the call ends without an answer. */
export type TextAnswer = TextDelivery | 'no answer';
/** `written, answer lost`: the rows are there, and the object does not know. */
export type HistoryAnswer = 'written' | 'written, answer lost' | 'not written';

type Call<Answer> = { entries: OutboxEntry[]; answer: (how: Answer) => void };

/** One step of a text, and what the provider had said to it just before. */
export type Progress = {
  visitId: string;
  call: number;
  progress: TextProgress;
  /** Null: it was not asked, or has not answered. */
  answer: TextAnswer | null;
  /** Whether an object that died had begun to send it. */
  crashed: boolean;
};

/** A text that was handed to the provider. */
export type Handed = { entry: OutboxEntry; at: number; answer: TextAnswer | null };

export class DeliveriesInMemory {
  readonly #location: LocationInMemory;
  /** D1's table: one row a visit. */
  readonly history = new Map<string, HistoryRow>();
  /** Every batch of rows that ever reached the database. */
  readonly written: HistoryRow[][] = [];
  texts: Call<TextAnswer>[] = [];
  writes: Call<HistoryAnswer>[] = [];
  readonly handed: Handed[] = [];
  /** Why a drain came to a bad end. None ever may. */
  failure: unknown = null;
  /** Calls that did not do what they were made for, and those that the outbox told of. */
  failed = 0;
  reported = 0;
  #progress: Progress[] = [];
  readonly #draining = new Set<DeliveryKind>();

  constructor(location: LocationInMemory) {
    this.#location = location;
  }

  /** One drain of each kind at a time, when something of it is due. */
  async startDrains(): Promise<void> {
    for (const kind of ['turn_text', 'history'] as const) {
      if (this.#draining.has(kind) || this.#due(kind, this.#location.now).length === 0) continue;
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

  async answerHistory(how: HistoryAnswer): Promise<void> {
    this.writes.shift()?.answer(how);
    await settled();
  }

  /** The object dies with whatever it was waiting for. Nobody will ever hear those answers. */
  crash(): void {
    this.texts = [];
    this.writes = [];
    this.#draining.clear();
    this.#location.evict();
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
    const { rows } = this.#location;
    return {
      now: () => this.#location.now,
      random: () => 0.5,
      due: (kind, now, limit) => this.#due(kind, now).slice(0, limit),
      beginText: async (entry) => {
        if (!rows.outbox.has(entry.id)) return false;
        if (!isTextWanted(this.#location.visit(entry.visitId), entry.call)) {
          this.#track(entry, 'withdrawn');
          rows.outbox.delete(entry.id);
          return false;
        }
        this.#track(entry, 'sending');
        rows.outbox.set(entry.id, { ...entry, sending: true });
        return true;
      },
      sendText: async (entry) => {
        const handed: Handed = { entry, at: this.#location.now, answer: null };
        this.handed.push(handed);
        handed.answer = await this.#wait<TextAnswer>(this.texts, [entry]);
        if (handed.answer !== 'sent') this.failed += 1;
        if (handed.answer === 'no answer') throw new Error('the connection was lost');
        return handed.answer;
      },
      settleText: (entry, outcome) => {
        this.#track(entry, outcome);
        rows.outbox.delete(entry.id);
      },
      postponeText: (entry, dueAt) => {
        this.#track(entry, 'queued');
        this.#postpone([entry], dueAt);
      },
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
      dropHistory: (entries) => entries.forEach(({ id }) => rows.outbox.delete(id)),
      postponeHistory: (entries, dueAt) => this.#postpone(entries, dueAt),
      report: () => {
        this.reported += 1;
      },
    };
  }

  #due(kind: DeliveryKind, now: number): OutboxEntry[] {
    return [...this.#location.rows.outbox.values()]
      .filter((entry) => entry.kind === kind && entry.dueAt <= now)
      .toSorted((a, b) => a.dueAt - b.dueAt);
  }

  #wait<Answer>(calls: Call<Answer>[], entries: OutboxEntry[]): Promise<Answer> {
    return new Promise((answer) => {
      calls.push({ entries, answer });
    });
  }

  #track(entry: OutboxEntry, progress: TextProgress): void {
    if (progress === 'expired' && this.#location.now < (entry.expiresAt ?? Infinity)) {
      throw new Error('the hold was not over');
    }
    const { rows } = this.#location;
    const after = trackText(rows.location, this.#location.visit(entry.visitId), entry.call, progress);
    this.#location.saveVisit(after.visit);
    this.#location.saveLocation(after.location);
    this.#location.told += 1;
    const { id, visitId, call, sending } = entry;
    const isAnswer = !sending && !['sending', 'withdrawn', 'expired'].includes(progress);
    const answer = isAnswer
      ? (this.handed.findLast((handed) => handed.entry.id === id)?.answer ?? null)
      : null;
    this.#progress.push({ visitId, call, progress, answer, crashed: sending });
  }

  #postpone(entries: OutboxEntry[], dueAt: number): void {
    for (const { id } of entries) {
      const entry = this.#location.rows.outbox.get(id);
      if (entry === undefined) continue;
      this.#location.rows.outbox.set(id, {
        ...entry,
        sending: false,
        attempts: entry.attempts + 1,
        dueAt,
      });
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
