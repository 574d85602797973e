/** Joins the outbox to the real world: its rows, the text provider and D1. */
import { writeVisitHistory } from '../db/history.ts';
import type { TextPermit } from '../db/texts.ts';
import { inTime } from '../in-time.ts';
import { log, reasonOf } from '../log.ts';
import type { Announcer } from './announcer.ts';
import { DatabaseStanding } from './database-standing.ts';
import { historyPayload } from './outbox-payloads.ts';
import { NoAnswer, retryDelayMs, type OutboxDeps, type OutboxEntry } from './outbox.ts';
import { afterCall, type CallOutcome } from '../../shared/queue/rules/held-texts.ts';
import { isTextWanted } from '../../shared/queue/rules/texts.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';
import type { Store } from './store/store.ts';
import type { TextTrack } from './text-track.ts';
import { TurnTexts } from './turn-texts.ts';

/** The longest a text or a batch of history may take. */
const DELIVERY_MS = 10_000;

/** The announcer tells the owner's pages that texts are held back or the database is away, and that it is over. */
export function deliveries(
  store: Store,
  ctx: DurableObjectState,
  env: Env,
  track: TextTrack,
  announcer: Pick<Announcer, 'textsHeld' | 'databaseAway'>,
): OutboxDeps {
  const { outbox, visits } = store;
  const locationId = ctx.id.toString();
  const texts = new TurnTexts(store, env, locationId);
  const database = new DatabaseStanding(store, announcer, locationId);
  /** Calls in a row that got no answer. */
  let unanswered = 0;

  function heard(outcome: CallOutcome): void {
    const row = store.location;
    const before = row?.read();
    if (!row || !before) return;
    const after = afterCall({ held: before.textsHeld, unanswered }, outcome, Date.now());
    unanswered = after.unanswered;
    if (after.held === before.textsHeld) return;
    const isNews = after.held?.reason !== before.textsHeld?.reason;
    const location = { ...before, textsHeld: after.held, version: before.version + (isNews ? 1 : 0) };
    store.transaction(() => row.save(location));
    if (!isNews) return;
    if (after.held === null) log({ event: 'texts_resumed', locationId });
    else log({ event: 'texts_stopped', locationId, reason: after.held.reason });
    announcer.textsHeld(location, Date.now());
  }

  /** The text's location and visit; null where it was taken back, which is noted where nobody has. */
  function stillWanted(entry: OutboxEntry): { location: Location; visit: Visit } | null {
    const location = store.location?.read();
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
      database.answered();
      return permit;
    } catch (error) {
      database.failed('turn_text', error);
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
    isOwed: (entry) => outbox.has(entry.id),
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
      const words = texts.word(entry, wanted.location, wanted.visit, { isFirst: permit.isFirst, now });
      track(entry, { to: 'sending' }, () => outbox.markSending(entry.id, words, now));
      await ctx.storage.sync();
      return true;
    },
    sendText: (entry) => delivered(texts.send(entry)),
    askText: (entry) => delivered(texts.find(entry)),
    settleText: (entry, { progress, why, providerId }) =>
      track(entry, { to: progress, why, providerId }, () => outbox.drop(entry.id)),
    postponeText: (entry, dueAt) => track(entry, { to: 'queued' }, () => outbox.postpone(entry.id, dueAt)),
    doubtText: (entry, askAt) => track(entry, { to: 'unknown' }, () => outbox.doubt(entry.id, askAt)),
    askLater: (entry, askAt) => outbox.askLater(entry.id, askAt),
    heard,
    heldUntil: () => store.location?.read()?.textsHeld?.probeAt ?? null,
    holdBack: () => {
      const held = store.location?.read()?.textsHeld;
      if (held) outbox.holdTextsBack(held.probeAt, Date.now());
    },
    writeHistory: async (entries) => {
      const rows = entries.map((entry) => historyPayload.parse(JSON.parse(entry.payload)));
      const timezone = store.location?.read()?.timezone ?? null;
      for (const row of rows) row.timezone ??= timezone;
      try {
        await delivered(writeVisitHistory(env.DB, rows));
      } catch (error) {
        database.failed('history', error);
        throw error;
      }
      database.answered();
    },
    dropHistory: (entries) => store.transaction(() => entries.forEach((entry) => outbox.drop(entry.id))),
    postponeHistory: (entries, dueAt) =>
      store.transaction(() => entries.forEach((entry) => outbox.postpone(entry.id, dueAt))),
    report,
  };
}

/** Whatever becomes of the call, the outbox goes on. */
function delivered<T>(call: Promise<T>): Promise<T> {
  return inTime(call, DELIVERY_MS, () => new NoAnswer('no answer in time'));
}
