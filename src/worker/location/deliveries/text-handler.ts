/**
 * Delivery handler for texts to guests. Each attempt needs a permit from D1. A text is not sent after its expiry, and
 * not sent again if the first text may have arrived.
 */
import type { Country } from '../../../shared/countries.ts';
import type { Location, Visit } from '../../../shared/queue/state.ts';
import { recordResult, type AttemptOutcome } from '../../../shared/queue/rules/texts/circuit-breaker.ts';
import { isForNumber, isTextWanted } from '../../../shared/queue/rules/texts/texts.ts';
import { retryDelayMs, type AttemptResult, type Handler } from '../../deliveries/engine.ts';
import type { TextFinding, TextResult } from '../../deliveries/text/text-provider.ts';
import type { TextPermit } from '../../deliveries/text/text-permits.ts';
import { isHeldFor, isTextBudget, type HeldFor, type TextBudget } from '../../../shared/text/text-states.ts';
import { log } from '../../platform/log.ts';
import type { Executor, TextUpdate } from '../executor.ts';
import type { VisitDelivery } from '../store/delivery-rows.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';
import { clock, logFailure, timed } from './attempts.ts';
import type { DatabaseHealth } from './database-health.ts';
import { creditsOf, toOf, TurnTexts } from './turn-texts.ts';

/** The number of parallel calls, below the platform's limit of six. */
const TEXTS_AT_A_TIME = 5;

/** The pause before the permit of a held text is requested again. A held text is a text without a permit. */
const HELD_AGAIN_MS = 20_000;

const HOUR_MS = 3_600_000;

const system = { kind: 'system' } as const;

export function textHandler(
  storage: SqliteStorage,
  executor: Executor,
  database: DatabaseHealth,
  env: Env,
): Handler<VisitDelivery, TextUpdate> {
  const { deliveries, locationId, visits } = storage;
  const texts = new TurnTexts(storage, env);
  /** The number of consecutive attempts to send a text that got no answer. */
  let unanswered = 0;
  /** For each country, the time at which a text without a permit was last postponed. */
  const heldAt = new Map<Country | null, number>();

  const track = (entry: VisitDelivery, update: TextUpdate, andThen: () => void) =>
    executor.recordText(system, { ...entry, credits: creditsOf(entry) }, update, andThen);

  function record(outcome: AttemptOutcome): void {
    const held = storage.location()?.health.textBreaker ?? null;
    const after = recordResult({ held, unanswered }, outcome, Date.now());
    unanswered = after.unanswered;
    if (after.held === held) return;
    const shouldAnnounce = after.held?.reason !== held?.reason;
    executor.run({
      kind: 'record-health',
      actor: system,
      health: { textBreaker: after.held },
      shouldAnnounce,
    });
    if (!shouldAnnounce) return;
    if (after.held === null) log({ event: 'texts_resumed', locationId });
    else log({ event: 'texts_stopped', locationId, reason: after.held.reason });
  }

  /** The text's location and visit; null if the text was cancelled. Cancels the text if it is no longer wanted. */
  function stillWanted(entry: VisitDelivery): { location: Location; visit: Visit } | null {
    const location = storage.location();
    if (!location || !deliveries.has(entry.id)) return null;
    const visit = visits.byId(entry.visitId);
    if (visit !== null && isTextWanted(visit, entry.call) && isForNumber(visit, toOf(entry)))
      return { location, visit };
    track(entry, { to: 'withdrawn' }, () => deliveries.drop(entry.id));
    return null;
  }

  /**
   * Waits for D1's answer to the request for a permit, and returns the answer. If D1 does not answer, postpones the
   * text and returns null, because no text is sent without a permit.
   */
  async function permitted(entry: VisitDelivery, asked: Promise<TextPermit>): Promise<TextPermit | null> {
    try {
      const permit = await timed(asked);
      database.answered();
      return permit;
    } catch (error) {
      database.failed('turn_text', error);
      logFailure(locationId, entry, error);
      const again = Date.now() + retryDelayMs(entry.attempts, Math.random());
      track(entry, { to: 'queued' }, () =>
        deliveries.postpone(entry.id, Math.min(again, entry.expiresAt ?? Infinity)),
      );
      return null;
    }
  }

  /**
   * Shows staff the hourly budget that stopped a text. If `budget` is null, a text to this country is permitted again,
   * so the budget that stopped earlier texts is no longer shown.
   */
  function recordStop(budget: TextBudget | null, country: Country | null): void {
    const known = storage.location()?.health.textStop ?? null;
    const isOfOtherCountry = known?.budget === 'country_hour' && known.country !== country;
    if (budget === null && (known === null || isOfOtherCountry)) return;
    const now = Date.now();
    const of = budget === 'country_hour' ? country : null;
    const textStop = budget && { budget, until: now - (now % HOUR_MS) + HOUR_MS, country: of };
    if (textStop?.budget === known?.budget && textStop?.until === known?.until && of === known?.country)
      return;
    executor.run({ kind: 'record-health', actor: system, health: { textStop }, shouldAnnounce: true });
    if (textStop !== null)
      log({ event: 'text_budget_stopped', locationId, budget: textStop.budget, country: of });
  }

  /** Postpones a text that gets no permit now. Staff see the reason. */
  async function hold(entry: VisitDelivery, why: HeldFor): Promise<void> {
    const now = Date.now();
    heldAt.set(texts.countryOf(entry), now);
    const again = Math.min(now + HELD_AGAIN_MS, entry.expiresAt ?? Infinity);
    track(entry, { to: 'queued', why }, () => deliveries.postpone(entry.id, again));
    await texts.recordHeld(entry, why);
  }

  /**
   * Postpones a held text without a call to D1 if another text to its country was held less than `HELD_AGAIN_MS` ago.
   * Returns whether the text was postponed. Without this limit, a hundred held texts of one account would cause a
   * hundred calls to D1 every 20 seconds.
   */
  function staysHeld(entry: VisitDelivery): boolean {
    const until = (heldAt.get(texts.countryOf(entry)) ?? -Infinity) + HELD_AGAIN_MS;
    if (entry.attempts === 0 || entry.begunAt !== null || Date.now() >= until) return false;
    deliveries.postpone(entry.id, Math.min(until, entry.expiresAt ?? Infinity));
    return true;
  }

  return {
    clock,
    lanes: TEXTS_AT_A_TIME,
    due: (now, limit) => deliveries.due('turn_text', now, limit),
    isPending: (entry) => deliveries.has(entry.id),
    begin: async (entry) => {
      const asked = stillWanted(entry);
      if (asked === null || staysHeld(entry)) return null;
      const permit = await permitted(entry, texts.permit(entry, asked.location, asked.visit));
      // The text may have been cancelled during the call to D1.
      const wanted = permit && stillWanted(entry);
      if (permit?.ok && !wanted) await texts.release(entry);
      if (!permit || !wanted) return null;
      const country = texts.countryOf(entry);
      if (permit.ok) {
        heldAt.delete(country);
        recordStop(null, country);
      }
      if (!permit.ok && isHeldFor(permit.why)) {
        if (isTextBudget(permit.why)) recordStop(permit.why, country);
        await hold(entry, permit.why);
        return null;
      }
      if (!permit.ok) {
        const { why } = permit;
        const update: TextUpdate = why === 'deleted' ? { to: 'withdrawn' } : { to: 'refused', why };
        track(entry, update, () => deliveries.drop(entry.id));
        return null;
      }
      const now = Date.now();
      const bodyHash = texts.compose(entry, wanted.location, wanted.visit, permit, now);
      track(entry, { to: 'sending' }, () => deliveries.markSending(entry.id, bodyHash, now));
      await storage.written();
      return { ...entry, state: 'sending', begunAt: now };
    },
    send: async (entry) => toAttemptResult(await timed(texts.send(entry))),
    unconfirmed: {
      lookUp: async (entry) => {
        const found = await timed(texts.find(entry));
        return found.outcome === 'absent' ? found : toAttemptResult(found);
      },
    },
    finish: (entry, update) => track(entry, update, () => deliveries.drop(entry.id)),
    giveUp: (entry, why) => track(entry, { to: why }, () => deliveries.drop(entry.id)),
    postpone: (entry, dueAt, state) => {
      if (state === 'unconfirmed') deliveries.postpone(entry.id, dueAt, state);
      else track(entry, { to: 'queued' }, () => deliveries.postpone(entry.id, dueAt));
    },
    markUnconfirmed: (entry, dueAt) =>
      track(entry, { to: 'unknown' }, () => deliveries.markUnconfirmed(entry.id, dueAt)),
    breaker: {
      record,
      openUntil: () => storage.location()?.health.textBreaker?.probeAt ?? null,
      deferAll: () => {
        const held = storage.location()?.health.textBreaker;
        if (held) deliveries.deferTexts(held.probeAt, Date.now());
      },
    },
    report: (entry, reason) => logFailure(locationId, entry, reason),
  };
}

/** Converts the provider's answer to a change of the text's progress. */
function toAttemptResult(
  result: TextResult | Exclude<TextFinding, { outcome: 'absent' }>,
): AttemptResult<TextUpdate> {
  switch (result.outcome) {
    case 'unknown':
    case 'later':
    case 'stopped':
      return result;
    case 'refused':
      return { outcome: 'answered', result: { to: 'refused', why: result.why }, reason: result.reason };
    default: {
      const { outcome: to, providerId, why } = result;
      return { outcome: 'answered', result: { to, providerId, why } };
    }
  }
}
