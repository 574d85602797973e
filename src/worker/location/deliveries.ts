/** Joins the outbox to the real world: its rows, the text provider and D1. */
import type { DeliveryHealth, Location, Visit } from '../../shared/queue/state.ts';
import { recordResult, type CallOutcome } from '../../shared/queue/rules/text-circuit-breaker.ts';
import { isTextWanted } from '../../shared/queue/rules/texts.ts';
import { isUnavailable } from '../db/errors.ts';
import { writeVisitHistory } from '../deliveries/history/visit-history.ts';
import type { TextPermit } from '../deliveries/text/text-permits.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { log, reasonOf } from '../platform/log.ts';
import type { Executor, TextNews } from './executor.ts';
import { historyPayload } from './outbox-payloads.ts';
import {
  NoAnswer,
  retryDelayMs,
  type DeliveryKind,
  type OutboxDeps,
  type OutboxEntry,
} from '../deliveries/outbox.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';
import { TurnTexts } from './turn-texts.ts';

/** The longest a text or a batch of history may take. */
const DELIVERY_MS = 10_000;
/** What waits longer than this for the database is noticed: a text by its guest, history by who looks at the charts. */
const NOTICED_MS: Record<DeliveryKind, number> = { turn_text: 20_000, history: 120_000 };

const system = { kind: 'system' } as const;

export function deliveries(
  storage: SqliteStorage,
  executor: Executor,
  ctx: DurableObjectState,
  env: Env,
): OutboxDeps {
  const { locationId, outbox, visits } = storage;
  const texts = new TurnTexts(storage, env);
  /** Calls in a row that got no answer. */
  let unanswered = 0;

  const track = (entry: OutboxEntry, news: TextNews, andThen: () => void) =>
    executor.recordText(system, entry, news, andThen);

  const noteHealth = (health: Partial<DeliveryHealth>, isNews: boolean) =>
    executor.run({ kind: 'note-health', actor: system, health, isNews });

  function noteResult(outcome: CallOutcome): void {
    const held = storage.location()?.health.textsHeld ?? null;
    const after = recordResult({ held, unanswered }, outcome, Date.now());
    unanswered = after.unanswered;
    if (after.held === held) return;
    const isNews = after.held?.reason !== held?.reason;
    noteHealth({ textsHeld: after.held }, isNews);
    if (!isNews) return;
    if (after.held === null) log({ event: 'texts_resumed', locationId });
    else log({ event: 'texts_stopped', locationId, reason: after.held.reason });
  }

  /** Whether the database takes what this location owes it: its owner is told when it does not for long. */
  function noteDatabase(awaySince: number | null): void {
    const before = storage.location()?.health;
    if (!before || (before.databaseAwaySince === null) === (awaySince === null)) return;
    noteHealth({ databaseAwaySince: awaySince }, true);
    log(awaySince === null ? { event: 'database_back', locationId } : { event: 'database_away', locationId });
  }

  /** A delivery failed at the database. What it refuses is our fault and says nothing about the next. */
  function databaseFailed(kind: DeliveryKind, error: unknown): void {
    if (!(error instanceof NoAnswer) && !isUnavailable(error, 'GET')) return;
    const pendingSince = outbox.pendingSince(kind);
    if (pendingSince !== null && Date.now() - pendingSince >= NOTICED_MS[kind]) noteDatabase(pendingSince);
  }

  /** The text's location and visit; null where it was taken back, which is noted where nobody has. */
  function stillWanted(entry: OutboxEntry): { location: Location; visit: Visit } | null {
    const location = storage.location();
    if (!location || !outbox.has(entry.id)) return null;
    const visit = visits.byId(entry.visitId);
    if (visit !== null && isTextWanted(visit, entry.call)) return { location, visit };
    track(entry, { to: 'withdrawn' }, () => outbox.drop(entry.id));
    return null;
  }

  /** Null where the database is away: nothing is sent without its word, and it is asked again while the hold runs. */
  async function permitted(entry: OutboxEntry, asked: Promise<TextPermit>): Promise<TextPermit | null> {
    try {
      const permit = await delivered(asked);
      noteDatabase(null);
      return permit;
    } catch (error) {
      databaseFailed('turn_text', error);
      report({ kind: 'turn_text', attempts: entry.attempts, error });
      const again = Date.now() + retryDelayMs(entry.attempts, Math.random());
      track(entry, { to: 'queued' }, () =>
        outbox.postpone(entry.id, Math.min(again, entry.expiresAt ?? Infinity)),
      );
      return null;
    }
  }

  const report: OutboxDeps['report'] = ({ kind, attempts, error }) =>
    log({
      event: 'delivery_failed',
      locationId,
      kind,
      attempts,
      reason: typeof error === 'string' ? error : reasonOf(error),
    });

  return {
    now: () => Date.now(),
    random: () => Math.random(),
    due: (kind, now, limit) => outbox.dueEntries(kind, now, limit),
    isPending: (entry) => outbox.has(entry.id),
    beginText: async (entry) => {
      const asked = stillWanted(entry);
      if (asked === null) return false;
      const permit = await permitted(entry, texts.permit(entry, asked.location, asked.visit));
      // It may have been taken back while the database was asked.
      const wanted = permit && stillWanted(entry);
      if (!permit || !wanted) return false;
      if (!permit.ok) {
        track(entry, { to: 'refused', why: permit.why }, () => outbox.drop(entry.id));
        return false;
      }
      const now = Date.now();
      const words = texts.compose(entry, wanted.location, wanted.visit, { isFirst: permit.isFirst, now });
      track(entry, { to: 'sending' }, () => outbox.markSending(entry.id, words, now));
      await ctx.storage.sync();
      return true;
    },
    sendText: (entry) => delivered(texts.send(entry)),
    lookUp: (entry) => delivered(texts.find(entry)),
    finishText: (entry, { progress, why, providerId }) =>
      track(entry, { to: progress, why, providerId }, () => outbox.drop(entry.id)),
    postponeText: (entry, dueAt) => track(entry, { to: 'queued' }, () => outbox.postpone(entry.id, dueAt)),
    markUnconfirmed: (entry, askAt) =>
      track(entry, { to: 'unknown' }, () => outbox.markUnconfirmed(entry.id, askAt)),
    scheduleReconcile: (entry, askAt) => outbox.scheduleReconcile(entry.id, askAt),
    recordResult: noteResult,
    openUntil: () => storage.location()?.health.textsHeld?.probeAt ?? null,
    deferAll: () => {
      const held = storage.location()?.health.textsHeld;
      if (held) outbox.deferTexts(held.probeAt, Date.now());
    },
    writeHistory: async (entries) => {
      const rows = entries.map((entry) => historyPayload.parse(JSON.parse(entry.payload)));
      const timezone = storage.location()?.settings.timezone ?? null;
      for (const row of rows) row.timezone ??= timezone;
      try {
        await delivered(writeVisitHistory(env.DB, rows));
      } catch (error) {
        databaseFailed('history', error);
        throw error;
      }
      noteDatabase(null);
    },
    dropHistory: (entries) => storage.transaction(() => entries.forEach((entry) => outbox.drop(entry.id))),
    postponeHistory: (entries, dueAt) =>
      storage.transaction(() => entries.forEach((entry) => outbox.postpone(entry.id, dueAt))),
    report,
  };
}

/** Whatever becomes of the call, the outbox goes on. */
function delivered<T>(call: Promise<T>): Promise<T> {
  return withTimeout(call, DELIVERY_MS, () => new NoAnswer('no answer in time'));
}
