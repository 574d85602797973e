/** Joins the outbox to the real world: its rows, the text provider and D1. */
import { writeVisitHistory } from '../db/history.ts';
import { log, reasonOf } from '../log.ts';
import { textProvider } from '../messages/text-provider-of.ts';
import { admissionText } from '../messages/wording.ts';
import { historyPayload, turnTextPayload } from './outbox-payloads.ts';
import { inTime } from '../in-time.ts';
import { NoAnswer, type OutboxDeps, type OutboxEntry, type TextDelivery } from './outbox.ts';
import { isTextWanted, trackText, type TextProgress } from './rules/texts.ts';
import type { Location, Visit } from './rules/visit.ts';
import type { Store } from './store/store.ts';
import { visitLink } from './visit-link.ts';

/** The longest a text or a batch of history may take. */
const DELIVERY_MS = 10_000;

/** `tell` is called after each change of a text's state is written. */
export function deliveries(
  store: Store,
  ctx: DurableObjectState,
  env: Env,
  tell: (location: Location, visit: Visit) => void,
): OutboxDeps {
  const { outbox, visits } = store;

  /** Writes the text's progress to its visit and `andThen` to the outbox in one transaction. */
  function track(entry: OutboxEntry, progress: TextProgress, andThen: () => void): void {
    const row = store.location;
    const before = row?.read();
    const visit = visits.byId(entry.visitId);
    if (!row || !before || visit === null) return andThen();
    const after = trackText(before, visit, entry.call, progress);
    store.transaction(() => {
      visits.save(after.visit);
      row.save(after.location);
      andThen();
    });
    tell(after.location, after.visit);
  }

  return {
    now: () => Date.now(),
    random: () => Math.random(),
    due: (kind, now, limit) => outbox.dueEntries(kind, now, limit),
    beginText: async (entry) => {
      if (!outbox.has(entry.id)) return false;
      const visit = visits.byId(entry.visitId);
      if (visit !== null && !isTextWanted(visit, entry.call)) {
        track(entry, 'withdrawn', () => outbox.drop(entry.id));
        return false;
      }
      track(entry, 'sending', () => outbox.markSending(entry.id));
      await ctx.storage.sync();
      return true;
    },
    sendText: async (entry) => {
      const location = store.location?.read();
      const visit = visits.byId(entry.visitId);
      if (!location || visit === null) return 'refused';
      const link = visitLink(env.APP_ORIGIN, location.username, store.tokenKey(), visit);
      return delivered(sendTurnText(env, location, visit, entry, link));
    },
    settleText: (entry, outcome) => track(entry, outcome, () => outbox.drop(entry.id)),
    postponeText: (entry, dueAt) => track(entry, 'queued', () => outbox.postpone(entry.id, dueAt)),
    writeHistory: async (entries) => {
      const rows = entries.map((entry) => historyPayload.parse(JSON.parse(entry.payload)));
      const timezone = store.location?.read()?.timezone ?? null;
      for (const row of rows) row.timezone ??= timezone;
      await delivered(writeVisitHistory(env.DB, rows));
    },
    dropHistory: (entries) => store.transaction(() => entries.forEach((entry) => outbox.drop(entry.id))),
    postponeHistory: (entries, dueAt) =>
      store.transaction(() => entries.forEach((entry) => outbox.postpone(entry.id, dueAt))),
    report: ({ kind, attempts, error }) =>
      log({
        event: 'delivery_failed',
        locationId: ctx.id.toString(),
        kind,
        attempts,
        reason: typeof error === 'string' ? error : reasonOf(error),
      }),
  };
}

async function sendTurnText(
  env: Env,
  location: Location,
  { language }: Visit,
  entry: OutboxEntry,
  link: string,
): Promise<TextDelivery> {
  const { to } = turnTextPayload.parse(JSON.parse(entry.payload));
  const leftMs = Math.max(0, (entry.expiresAt ?? 0) - Date.now());
  const { businessName, username, settings } = location;
  // What a number was texted before is known nowhere yet: each text says how to stop them.
  const about = { businessName, username, language, link, isFirst: true, ownWords: settings.turnText };
  const body = admissionText(leftMs, about);
  const reply = await textProvider(env).send({ id: entry.id, to, body, expiresAt: entry.expiresAt });
  return reply.outcome;
}

/** Whatever becomes of the call, the outbox goes on. */
function delivered<T>(call: Promise<T>): Promise<T> {
  return inTime(call, DELIVERY_MS, () => new NoAnswer('no answer in time'));
}
