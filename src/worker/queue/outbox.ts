/**
 * Delivers what the object owes to the world outside, at least once and never in silence. Takes everything it needs
 * as an argument and imports no platform API, so that each branch is tested without a runtime.
 */

import type { ProviderWord, TextFault } from '../../shared/queue/rules/texts.ts';

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
  doubts: number;
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
export type Taken = {
  outcome: ProviderWord;
  providerId: string;
  why?: TextFault | undefined;
};

/**
 * No answer that says anything about the text; `reason` is for the log. `later`: the provider asks to wait, so many
 * milliseconds where it says how long. `stopped`: it refuses our account.
 */
type Unheard = { outcome: 'unknown' | 'later' | 'stopped'; reason: unknown; afterMs?: number | null };

/** What a provider said to a text. `refused`, `later` and `stopped`: nothing was sent. */
export type TextDelivery =
  Taken | { outcome: 'refused'; reason: string; why?: TextFault | undefined } | Unheard;

/** What a provider said when it was asked for a text. */
export type TextFinding = Taken | { outcome: 'absent' } | Unheard;

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
  isOwed: (entry: OutboxEntry) => boolean;
  /**
   * Durably notes that the provider is about to be called; resolves when that is on disk. False: the text was taken
   * back since it was due, and must not be sent.
   */
  beginText: (entry: OutboxEntry) => Promise<boolean>;
  sendText: (entry: OutboxEntry) => Promise<TextDelivery>;
  /** Asks the provider for the text of the last call. */
  askText: (entry: OutboxEntry) => Promise<TextFinding>;
  settleText: (entry: OutboxEntry, outcome: TextOutcome) => void;
  /** Nothing was sent: the text is queued again, for that time. */
  postponeText: (entry: OutboxEntry, dueAt: number) => void;
  /** Nobody knows whether the text was sent: the provider is asked at that time. */
  doubtText: (entry: OutboxEntry, askAt: number) => void;
  /** The provider could not be asked, or not for certain: it is asked again. */
  askLater: (entry: OutboxEntry, askAt: number) => void;
  /** What a call says about the provider itself. */
  heard: (outcome: 'answered' | 'stopped' | 'unanswered') => void;
  /** Until when no text is given to the provider; null: texts go out. */
  heldUntil: () => number | null;
  /** Puts every text off that would be due while texts are held back, none beyond its own end. */
  holdBack: () => void;
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
const FIRST_ASK_MS = 5_000;
/** A provider can take a text long after we gave its answer up. What it does not list by then it never got. */
const SURE_AFTER_MS = 60_000;
/** A text that nobody can say anything about by then stays unknown. */
const ASKED_FOR_MS = 3_600_000;
/** One more call, in all, where the first was certainly never taken. */
const DOUBTS_MAX = 2;

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
  const areFree = () => deps.heldUntil() === null;
  await Promise.all(Array.from({ length: TEXTS_AT_A_TIME }, () => lane(areFree)));
  if (areFree()) return;
  for (const entry of left) if (deps.isOwed(entry)) giveUpInTime(deps, entry);
  deps.holdBack();
}

/** Nobody can be asked, and it is too late for this text whatever would be said. */
function giveUpInTime(deps: OutboxDeps, entry: OutboxEntry): void {
  if (entry.phase === 'queued' && isOver(deps, entry)) return expire(deps, entry);
  if (entry.phase === 'unknown' && isAskedForLong(deps, entry)) {
    deps.settleText(entry, { progress: 'unknown' });
  }
}

function isAskedForLong(deps: OutboxDeps, { begunAt }: OutboxEntry): boolean {
  return deps.now() >= (begunAt ?? 0) + ASKED_FOR_MS;
}

function isProbeDue(deps: OutboxDeps): boolean {
  const heldUntil = deps.heldUntil();
  return heldUntil !== null && deps.now() >= heldUntil;
}

async function deliverText(deps: OutboxDeps, entry: OutboxEntry): Promise<void> {
  if (!deps.isOwed(entry)) return;
  switch (entry.phase) {
    case 'queued':
      return isOver(deps, entry) ? expire(deps, entry) : send(deps, entry);
    case 'sending':
      // The object stopped between the call and its answer. The text may be on its way.
      return deps.doubtText(entry, deps.now() + FIRST_ASK_MS);
    case 'unknown':
      return findOut(deps, entry);
  }
}

function isOver(deps: OutboxDeps, { expiresAt }: OutboxEntry): boolean {
  return expiresAt !== null && deps.now() >= expiresAt;
}

function expire(deps: OutboxDeps, entry: OutboxEntry): void {
  deps.settleText(entry, { progress: 'expired' });
}

async function send(deps: OutboxDeps, entry: OutboxEntry): Promise<void> {
  if (!(await deps.beginText(entry))) return;
  const answer = await attempt(deps, entry, () => deps.sendText(entry));
  // A receipt that overtook the answer has said it all.
  if (!deps.isOwed(entry)) return;
  switch (answer.outcome) {
    case 'unknown':
      return deps.doubtText(entry, deps.now() + FIRST_ASK_MS);
    case 'later':
    case 'stopped':
      return deps.postponeText(entry, Math.min(retryAt(deps, entry, answer), entry.expiresAt ?? Infinity));
    default:
      return deps.settleText(entry, { ...answer, progress: answer.outcome });
  }
}

/** Asks what became of a call without an answer. Only a text that was certainly never taken is sent once more. */
async function findOut(deps: OutboxDeps, entry: OutboxEntry): Promise<void> {
  const found = await attempt(deps, entry, () => deps.askText(entry));
  if (!deps.isOwed(entry)) return;
  const sureAt = (entry.begunAt ?? 0) + SURE_AFTER_MS;
  switch (found.outcome) {
    case 'unknown':
    case 'later':
    case 'stopped':
      if (isAskedForLong(deps, entry)) return deps.settleText(entry, { progress: 'unknown' });
      return deps.askLater(entry, retryAt(deps, entry, found));
    case 'absent':
      if (deps.now() < sureAt) return deps.askLater(entry, sureAt);
      if (isOver(deps, entry)) return expire(deps, entry);
      if (entry.doubts >= DOUBTS_MAX) return deps.settleText(entry, { progress: 'not_taken' });
      return send(deps, entry);
    default:
      return deps.settleText(entry, { ...found, progress: found.outcome });
  }
}

/** As long as the provider asks for, and longer from time to time. */
function retryAt(deps: OutboxDeps, { attempts }: OutboxEntry, { afterMs }: Unheard): number {
  return deps.now() + Math.max(afterMs ?? 0, retryDelayMs(attempts, deps.random()));
}

/** A call that threw may have reached the provider: its outcome is unknown, not failed. */
async function attempt<Answer extends TextDelivery | TextFinding>(
  deps: OutboxDeps,
  { attempts }: OutboxEntry,
  call: () => Promise<Answer>,
): Promise<Answer | (Unheard & { outcome: 'unknown' })> {
  const answer = await call().catch((reason: unknown) => ({ outcome: 'unknown' as const, reason }));
  const { outcome } = answer;
  deps.heard(outcome === 'unknown' ? 'unanswered' : outcome === 'stopped' ? 'stopped' : 'answered');
  if ('reason' in answer) deps.report({ kind: 'turn_text', attempts, error: answer.reason });
  return answer;
}
