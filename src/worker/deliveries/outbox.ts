/**
 * Delivers what the object owes to the world outside, at least once and never in silence. Takes everything it needs
 * as an argument and imports no platform API, so that each branch is tested without a runtime.
 */

import type { ProviderWord, TextFault } from '../../shared/text/text-words.ts';

export type OutboxEntry = {
  /** Names the event for the receiver: a repeated delivery with it is harmless. */
  id: string;
  kind: 'turn_text' | 'history';
  visitId: string;
  /** Which of the visit's calls a text belongs to; 0 for history. */
  call: number;
  /** JSON; its shape belongs to the kind and stands in `outbox-payloads.ts`. */
  payload: string;
  /** Of a text: whether its call was begun, and whether that ended without an answer. */
  phase: 'queued' | 'sending' | 'unknown';
  /** How often it was put off. */
  attempts: number;
  /** How many of its calls ended without an answer. */
  unconfirmedAttempts: number;
  /** When its last call was begun. */
  begunAt: number | null;
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

/** What a provider says of a text that it took. */
type Taken = {
  outcome: ProviderWord;
  providerId: string;
  why?: TextFault | undefined;
};

/**
 * No answer that says anything about the text; `reason` is for the log. `later`: the provider asks to wait, so many
 * milliseconds where it says how long. `stopped`: it refuses our account.
 */
type Unanswered = { outcome: 'unknown' | 'later' | 'stopped'; reason: unknown; afterMs?: number | null };

/** What a provider said to a text. `refused`, `later` and `stopped`: nothing was sent. */
export type TextDelivery =
  Taken | { outcome: 'refused'; reason: string; why?: TextFault | undefined } | Unanswered;

/** What a provider said when it was asked for a text. */
export type TextFinding = Taken | { outcome: 'absent' } | Unanswered;

/** How the outbox is done with a text. */
type TextOutcome = {
  progress: ProviderWord | 'refused' | 'expired' | 'not_taken' | 'unknown';
  providerId?: string;
  why?: TextFault | undefined;
};

export type OutboxDeps = {
  now: () => number;
  /** A number from 0 up to 1, to spread retries. */
  random: () => number;
  due: (kind: DeliveryKind, now: number, limit: number) => OutboxEntry[];
  /** False: the text was taken back, or a receipt has said what became of it. */
  isPending: (entry: OutboxEntry) => boolean;
  /**
   * Durably notes that the provider is about to be called; resolves when that is on disk. False: the text was taken
   * back since it was due, and must not be sent.
   */
  beginText: (entry: OutboxEntry) => Promise<boolean>;
  sendText: (entry: OutboxEntry) => Promise<TextDelivery>;
  /** Asks the provider for the text of the last call. */
  lookUp: (entry: OutboxEntry) => Promise<TextFinding>;
  finishText: (entry: OutboxEntry, outcome: TextOutcome) => void;
  /** Nothing was sent: the text is queued again, for that time. */
  postponeText: (entry: OutboxEntry, dueAt: number) => void;
  /** Nobody knows whether the text was sent: the provider is asked at that time. */
  markUnconfirmed: (entry: OutboxEntry, askAt: number) => void;
  /** The provider could not be asked, or not for certain: it is asked again. */
  scheduleReconcile: (entry: OutboxEntry, askAt: number) => void;
  /** What a call says about the provider itself. */
  recordResult: (outcome: 'answered' | 'stopped' | 'unanswered') => void;
  /** Until when no text is given to the provider; null: texts go out. */
  openUntil: () => number | null;
  /** Puts every text off that would be due while texts are held back, none beyond its own end. */
  deferAll: () => void;
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
/** Where a text of which nobody knows is asked for first: by then the provider lists what it took. */
const FIRST_LOOK_UP_MS = 5_000;
/** A provider can take a text long after we gave its answer up. What it does not list by then it never got. */
const SURE_AFTER_MS = 60_000;
/** A text that nobody can say anything about by then stays unknown. */
const RECONCILE_FOR_MS = 3_600_000;
/** One more call, in all, where the first was certainly never taken. */
const UNCONFIRMED_MAX = 2;

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
  const lane = async (mayGoOn: () => boolean) => {
    for (let entry = left.shift(); entry !== undefined; entry = left.shift()) {
      if (!mayGoOn()) return void left.unshift(entry);
      await deliverText(deps, entry);
    }
  };
  // One text alone finds out whether others can go out again.
  await lane(() => isProbeDue(deps));
  const areFree = () => deps.openUntil() === null;
  await Promise.all(Array.from({ length: TEXTS_AT_A_TIME }, () => lane(areFree)));
  if (areFree()) return;
  for (const entry of left) if (deps.isPending(entry)) giveUpInTime(deps, entry);
  deps.deferAll();
}

/** Nobody can be asked, and it is too late for this text whatever would be said. */
function giveUpInTime(deps: OutboxDeps, entry: OutboxEntry): void {
  if (entry.phase === 'queued' && isOver(deps, entry)) return expire(deps, entry);
  if (entry.phase === 'unknown' && isReconcileOver(deps, entry)) {
    deps.finishText(entry, { progress: 'unknown' });
  }
}

function isReconcileOver(deps: OutboxDeps, { begunAt }: OutboxEntry): boolean {
  return deps.now() >= (begunAt ?? 0) + RECONCILE_FOR_MS;
}

function isProbeDue(deps: OutboxDeps): boolean {
  const openUntil = deps.openUntil();
  return openUntil !== null && deps.now() >= openUntil;
}

async function deliverText(deps: OutboxDeps, entry: OutboxEntry): Promise<void> {
  if (!deps.isPending(entry)) return;
  switch (entry.phase) {
    case 'queued':
      return isOver(deps, entry) ? expire(deps, entry) : send(deps, entry);
    case 'sending':
      // The object stopped between the call and its answer. The text may be on its way.
      return deps.markUnconfirmed(entry, deps.now() + FIRST_LOOK_UP_MS);
    case 'unknown':
      return reconcile(deps, entry);
  }
}

function isOver(deps: OutboxDeps, { expiresAt }: OutboxEntry): boolean {
  return expiresAt !== null && deps.now() >= expiresAt;
}

function expire(deps: OutboxDeps, entry: OutboxEntry): void {
  deps.finishText(entry, { progress: 'expired' });
}

async function send(deps: OutboxDeps, entry: OutboxEntry): Promise<void> {
  if (!(await deps.beginText(entry))) return;
  const answer = await attempt(deps, entry, () => deps.sendText(entry));
  // A receipt that overtook the answer has said it all.
  if (!deps.isPending(entry)) return;
  switch (answer.outcome) {
    case 'unknown':
      return deps.markUnconfirmed(entry, deps.now() + FIRST_LOOK_UP_MS);
    case 'later':
    case 'stopped':
      return deps.postponeText(entry, Math.min(retryAt(deps, entry, answer), entry.expiresAt ?? Infinity));
    default:
      return deps.finishText(entry, { ...answer, progress: answer.outcome });
  }
}

/** Asks what became of a call without an answer. Only a text that was certainly never taken is sent once more. */
async function reconcile(deps: OutboxDeps, entry: OutboxEntry): Promise<void> {
  const found = await attempt(deps, entry, () => deps.lookUp(entry));
  if (!deps.isPending(entry)) return;
  const sureAt = (entry.begunAt ?? 0) + SURE_AFTER_MS;
  switch (found.outcome) {
    case 'unknown':
    case 'later':
    case 'stopped':
      if (isReconcileOver(deps, entry)) return deps.finishText(entry, { progress: 'unknown' });
      return deps.scheduleReconcile(entry, retryAt(deps, entry, found));
    case 'absent':
      if (deps.now() < sureAt) return deps.scheduleReconcile(entry, sureAt);
      if (isOver(deps, entry)) return expire(deps, entry);
      if (entry.unconfirmedAttempts >= UNCONFIRMED_MAX)
        return deps.finishText(entry, { progress: 'not_taken' });
      return send(deps, entry);
    default:
      return deps.finishText(entry, { ...found, progress: found.outcome });
  }
}

/** As long as the provider asks for, and longer from time to time. */
function retryAt(deps: OutboxDeps, { attempts }: OutboxEntry, { afterMs }: Unanswered): number {
  return deps.now() + Math.max(afterMs ?? 0, retryDelayMs(attempts, deps.random()));
}

/** A call that threw may have reached the provider: its outcome is unknown, not failed. */
async function attempt<Answer extends TextDelivery | TextFinding>(
  deps: OutboxDeps,
  { attempts }: OutboxEntry,
  call: () => Promise<Answer>,
): Promise<Answer | (Unanswered & { outcome: 'unknown' })> {
  const answer = await call().catch((reason: unknown) => ({ outcome: 'unknown' as const, reason }));
  const { outcome } = answer;
  deps.recordResult(outcome === 'unknown' ? 'unanswered' : outcome === 'stopped' ? 'stopped' : 'answered');
  if ('reason' in answer) deps.report({ kind: 'turn_text', attempts, error: answer.reason });
  return answer;
}
