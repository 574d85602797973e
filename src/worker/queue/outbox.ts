/**
 * Delivers what the object owes to the world outside, at least once and never in silence. Takes everything it needs
 * as an argument and imports no platform API, so that each branch is tested without a runtime.
 */

export type OutboxEntry = {
  /** Names the event for the receiver: a repeated delivery with it is harmless. */
  id: string;
  kind: 'turn_text' | 'history';
  visitId: string;
  /** Which of the visit's calls a text belongs to; 0 for history. */
  call: number;
  /** JSON; its shape belongs to the kind and stands in `outbox-payloads.ts`. */
  payload: string;
  /** A text whose call was begun and whose answer never came. */
  sending: boolean;
  attempts: number;
  /** Epoch milliseconds. */
  dueAt: number;
  /** After this a text is worth nothing; null: never. */
  expiresAt: number | null;
};

/** The kinds of delivery; each is drained by itself. */
export type DeliveryKind = OutboxEntry['kind'];

/** What a delivery throws that got no answer in its time: it says nothing about what it carried. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** What a provider said to a text. `later`: nothing was sent and it may be tried again. */
export type TextDelivery = 'sent' | 'refused' | 'unknown' | 'later';

export type OutboxDeps = {
  now: () => number;
  /** A number from 0 up to 1, to spread retries. */
  random: () => number;
  due: (kind: DeliveryKind, now: number, limit: number) => OutboxEntry[];
  /**
   * Durably notes that the provider is about to be called; resolves when that is on disk. False: the text was taken
   * back since it was due, and must not be sent.
   */
  beginText: (entry: OutboxEntry) => Promise<boolean>;
  sendText: (entry: OutboxEntry) => Promise<TextDelivery>;
  settleText: (entry: OutboxEntry, outcome: 'sent' | 'refused' | 'expired' | 'unknown') => void;
  /** The text is queued again, for that time. */
  postponeText: (entry: OutboxEntry, dueAt: number) => void;
  /** Writes all of them or throws. */
  writeHistory: (entries: OutboxEntry[]) => Promise<void>;
  dropHistory: (entries: OutboxEntry[]) => void;
  postponeHistory: (entries: OutboxEntry[], dueAt: number) => void;
  /** Told of every failure: nothing fails in silence. */
  report: (failure: { kind: OutboxEntry['kind']; attempts: number; error: unknown }) => void;
};

/** Entries taken in one go: the platform allows six calls at a time, and D1 100 bound values in a statement. */
const BATCH = 50;
const TEXTS_AT_A_TIME = 5;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 300_000;

/**
 * Delivers what is due now of one kind: a database that does not answer must not hold back the texts, nor a provider the
 * history. What fails comes due again later; the caller arms the alarm from the rows.
 */
export async function drain(kind: DeliveryKind, deps: OutboxDeps): Promise<void> {
  const due = deps.due(kind, deps.now(), BATCH);
  await (kind === 'history' ? drainHistory(deps, due) : drainTexts(deps, due));
}

/** How long to wait after this many failed attempts: doubling, capped, spread by up to half. */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
  return Math.round(delay * (1 - random / 2));
}

async function drainHistory(deps: OutboxDeps, entries: OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  try {
    await deps.writeHistory(entries);
  } catch (error) {
    const attempts = Math.max(...entries.map((entry) => entry.attempts));
    deps.report({ kind: 'history', attempts, error });
    if (attempts > 0 && entries.length > 1 && !(error instanceof NoAnswer)) {
      // It was not a passing trouble: one bad row must not hold the others back. Halves find it in few calls.
      const middle = entries.length >>> 1;
      await drainHistory(deps, entries.slice(0, middle));
      return drainHistory(deps, entries.slice(middle));
    }
    return deps.postponeHistory(entries, deps.now() + retryDelayMs(attempts, deps.random()));
  }
  deps.dropHistory(entries);
}

async function drainTexts(deps: OutboxDeps, entries: OutboxEntry[]): Promise<void> {
  const left = [...entries];
  const lane = async () => {
    for (let entry = left.shift(); entry !== undefined; entry = left.shift()) await deliverText(deps, entry);
  };
  await Promise.all(Array.from({ length: TEXTS_AT_A_TIME }, lane));
}

async function deliverText(deps: OutboxDeps, entry: OutboxEntry): Promise<void> {
  // The object stopped between the call and its answer. The text may be on its way: a second one is never risked.
  if (entry.sending) return deps.settleText(entry, 'unknown');
  // First of all: while others were delivered the text may have been taken back, and its credit with it.
  if (!(await deps.beginText(entry))) return;
  if (entry.expiresAt !== null && deps.now() >= entry.expiresAt) return deps.settleText(entry, 'expired');
  const { delivery, error } = await attempt(deps, entry);
  if (delivery !== 'sent') deps.report({ kind: 'turn_text', attempts: entry.attempts, error });
  if (delivery === 'later') {
    deps.postponeText(entry, deps.now() + retryDelayMs(entry.attempts, deps.random()));
  } else {
    deps.settleText(entry, delivery);
  }
}

/** A call that threw may have reached the provider: its outcome is unknown, not failed. */
async function attempt(
  deps: OutboxDeps,
  entry: OutboxEntry,
): Promise<{ delivery: TextDelivery; error: unknown }> {
  try {
    const delivery = await deps.sendText(entry);
    return { delivery, error: delivery };
  } catch (error) {
    return { delivery: 'unknown', error };
  }
}
