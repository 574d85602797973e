/**
 * The delivery engine: hands over what is pending, at least once and never in silence. It serves every kind of delivery, in
 * a location's object and over D1; a handler a kind says how. Pure: it takes everything as an argument and imports no
 * platform API, so that each branch is tested without a runtime.
 */
import type { AttemptOutcome } from '../../shared/queue/rules/text-circuit-breaker.ts';

/** One thing to be delivered. Times are epoch milliseconds. */
export type Delivery = {
  /** Names the delivery for its receiver: the same for each attempt. */
  id: string;
  /** JSON; its shape belongs to the kind. */
  payload: string;
  /**
   * - `queued`: nothing of it was received.
   * - `sending`: an attempt has begun. A delivery that is due in this state was cut off in it.
   * - `unconfirmed`: an attempt ended without an answer, so that it may have been received.
   */
  state: 'queued' | 'sending' | 'unconfirmed';
  /** How often it was postponed. */
  attempts: number;
  unconfirmedAttempts: number;
  /** When the first attempt began that may have been received; null before any. */
  begunAt: number | null;
  dueAt: number;
  /** From then on it is worth nothing; null: never. */
  expiresAt: number | null;
};

/**
 * No answer that says anything about the delivery; `reason` is for the log, absent where the handler has logged it.
 *
 * - `unknown`: it may have been received.
 * - `later`: it was not; the receiver asks to wait, for `afterMs` where it says how long.
 * - `stopped`: it was not; the receiver refuses our account.
 */
type Unanswered = { outcome: 'unknown' | 'later' | 'stopped'; reason?: unknown; afterMs?: number | null };

/** What a receiver said to an attempt. `reason`: why it refused, for the log. */
export type AttemptResult<Result> = { outcome: 'answered'; result: Result; reason?: string } | Unanswered;

/** What a receiver said when it was asked about an attempt. `absent`: it does not have the delivery. */
export type Finding<Result> = AttemptResult<Result> | { outcome: 'absent' };

/**
 * Why a delivery ends without a result.
 *
 * - `expired`: it was worth nothing any more.
 * - `not_taken`: it was certainly never received, and sent often enough.
 * - `unknown`: it may have been received, nobody can say, and it must not be repeated.
 */
type GivenUp = 'expired' | 'not_taken' | 'unknown';

/** Stops all attempts of a kind while the receiver is away. */
type CircuitBreaker = {
  record(outcome: AttemptOutcome): void;
  /** Until when nothing is sent; null: it is. One delivery that is due afterwards is the probe. */
  openUntil(): number | null;
  /** Puts off what would be due while nothing is sent, no delivery beyond its own end. */
  deferAll(): void;
};

export type Clock = {
  now: () => number;
  /** A number from 0 up to 1, to spread retries. */
  random: () => number;
};

type Wait = Promise<void> | void;

/** How deliveries of one kind are stored and sent. `Result`: what their receiver can say of one. */
export type Handler<Entry extends Delivery, Result> = {
  clock: Clock;
  /** How many are on their way at a time. */
  lanes: number;
  /** Those that are due, in the order in which they are sent. */
  due(now: number, limit: number): Promise<Entry[]> | Entry[];
  /** False: it was cancelled, or its result came another way. Absent where neither can be. */
  isPending?(entry: Entry): boolean;
  /**
   * Durably notes that an attempt begins; resolves with the entry as noted when that is on disk. Null: nothing is to be sent
   * now, and the handler has written why.
   */
  begin(entry: Entry): Promise<Entry | null>;
  send(entry: Entry): Promise<AttemptResult<Result>>;
  /**
   * What may be done about an unconfirmed delivery: to ask the receiver for it, or to send it again where `mayRepeat` says
   * that a second one is harmless.
   */
  unconfirmed: { lookUp(entry: Entry): Promise<Finding<Result>> } | { mayRepeat(entry: Entry): boolean };
  finish(entry: Entry, result: Result): Wait;
  giveUp(entry: Entry, why: GivenUp): Wait;
  /** Due again at that time, in that state, as one more attempt. */
  postpone(entry: Entry, dueAt: number, state: 'queued' | 'unconfirmed'): Wait;
  /** An attempt ended without an answer: looked at again at that time. */
  markUnconfirmed(entry: Entry, dueAt: number): Wait;
  breaker?: CircuitBreaker;
  /** Told of every failure. */
  report(entry: Entry, reason: unknown): void;
};

/** How deliveries are stored and sent whose receiver takes many at once, and knows a repeated one by its id. */
export type BatchHandler<Entry extends Delivery> = {
  clock: Clock;
  due(now: number, limit: number): Entry[];
  /** Hands over all of them or throws. */
  send(entries: Entry[]): Promise<void>;
  finish(entries: Entry[]): void;
  /** Due again at that time, as one more attempt. */
  postpone(entries: Entry[], dueAt: number): void;
  /** Told of every failure; `attempts`: how often the entry that was postponed most was. */
  report(attempts: number, reason: unknown): void;
};

/** What `withTimeout` makes of an attempt that took too long: it says nothing about what was sent. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Deliveries taken in one go: D1 takes 100 bound values in a statement. */
const BATCH = 50;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 300_000;
/** When an unconfirmed delivery is looked up first: by then the receiver lists what it took. */
const FIRST_LOOK_UP_MS = 5_000;
/** A receiver can take a delivery long after we gave its answer up. What it does not list by then it never got. */
const SURE_AFTER_MS = 60_000;
/** A delivery that nobody can say anything about by then stays unknown. */
const LOOK_UP_FOR_MS = 3_600_000;
/** One more attempt, in all, where the first was certainly never taken. */
const UNCONFIRMED_MAX = 2;

/** How long to wait after this many failed attempts: doubling, capped, spread by up to half. */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
  return Math.round(delay * (1 - random / 2));
}

/** Delivers what is due now, one by one. What fails comes due again later. */
export async function drain<Entry extends Delivery, Result>(
  handler: Handler<Entry, Result>,
  limit: number = BATCH,
): Promise<void> {
  const { breaker, clock } = handler;
  const left = [...(await handler.due(clock.now(), limit))];
  const lane = async (mayGoOn: () => boolean) => {
    while (mayGoOn()) {
      const entry = left.shift();
      if (entry === undefined) return;
      await deliver(handler, entry);
    }
  };
  const openUntil = () => breaker?.openUntil() ?? null;
  // One delivery alone finds out whether others can go out again.
  await lane(() => isProbeDue(openUntil(), clock.now()));
  const isClosed = () => openUntil() === null;
  await Promise.all(Array.from({ length: handler.lanes }, () => lane(isClosed)));
  if (isClosed()) return;
  for (const entry of left) await giveUpInTime(handler, entry);
  breaker?.deferAll();
}

/** Delivers what is due now as one; where that fails again, by halves: one bad entry must not hold the others back. */
export async function drainTogether<Entry extends Delivery>(handler: BatchHandler<Entry>): Promise<void> {
  await deliverTogether(handler, handler.due(handler.clock.now(), BATCH));
}

async function deliverTogether<Entry extends Delivery>(
  handler: BatchHandler<Entry>,
  entries: Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  try {
    await handler.send(entries);
  } catch (error) {
    const attempts = Math.max(...entries.map((entry) => entry.attempts));
    handler.report(attempts, error);
    if (attempts > 0 && entries.length > 1 && !(error instanceof NoAnswer)) {
      const middle = entries.length >>> 1;
      await deliverTogether(handler, entries.slice(0, middle));
      return deliverTogether(handler, entries.slice(middle));
    }
    const { now, random } = handler.clock;
    return handler.postpone(entries, now() + retryDelayMs(attempts, random()));
  }
  handler.finish(entries);
}

/** Takes one delivery a step further: sends it, looks it up, or gives it up. */
export async function deliver<Entry extends Delivery, Result>(
  handler: Handler<Entry, Result>,
  entry: Entry,
): Promise<void> {
  if (!isPending(handler, entry)) return;
  const { unconfirmed } = handler;
  if (entry.state === 'queued') return sendInTime(handler, entry);
  if ('mayRepeat' in unconfirmed) {
    if (unconfirmed.mayRepeat(entry)) return sendInTime(handler, entry);
    return handler.giveUp(entry, 'unknown');
  }
  if (entry.state === 'unconfirmed') return reconcile(handler, entry, unconfirmed.lookUp);
  // It was cut off between the attempt and the answer.
  return handler.markUnconfirmed(entry, handler.clock.now() + FIRST_LOOK_UP_MS);
}

/** While nothing is sent: ends a delivery for which it is too late whatever a receiver would say. */
async function giveUpInTime<Entry extends Delivery, Result>(
  handler: Handler<Entry, Result>,
  entry: Entry,
): Promise<void> {
  if (!isPending(handler, entry)) return;
  if (entry.state === 'queued' && hasExpired(handler, entry)) return handler.giveUp(entry, 'expired');
  if (entry.state === 'unconfirmed' && 'lookUp' in handler.unconfirmed && isLookUpOver(handler, entry))
    return handler.giveUp(entry, 'unknown');
}

async function sendInTime<Entry extends Delivery, Result>(
  handler: Handler<Entry, Result>,
  entry: Entry,
): Promise<void> {
  return hasExpired(handler, entry) ? handler.giveUp(entry, 'expired') : send(handler, entry);
}

async function send<Entry extends Delivery, Result>(
  handler: Handler<Entry, Result>,
  entry: Entry,
): Promise<void> {
  const begun = await handler.begin(entry);
  if (begun === null) return;
  const answer = await attempt(handler, begun, handler.send(begun));
  // A result that came another way has said everything.
  if (!isPending(handler, begun)) return;
  const { clock, unconfirmed } = handler;
  switch (answer.outcome) {
    case 'answered':
      return handler.finish(begun, answer.result);
    case 'unknown': {
      if ('lookUp' in unconfirmed) return handler.markUnconfirmed(begun, clock.now() + FIRST_LOOK_UP_MS);
      const { unconfirmedAttempts } = begun;
      const after = { ...begun, state: 'unconfirmed' as const, unconfirmedAttempts: unconfirmedAttempts + 1 };
      if (!unconfirmed.mayRepeat(after)) return handler.giveUp(begun, 'unknown');
      return handler.markUnconfirmed(begun, retryAt(handler, begun, answer));
    }
    case 'later':
    case 'stopped': {
      const dueAt = Math.min(retryAt(handler, begun, answer), begun.expiresAt ?? Infinity);
      return handler.postpone(begun, dueAt, entry.state === 'queued' ? 'queued' : 'unconfirmed');
    }
  }
}

/** Asks what became of an attempt without an answer. Only what was certainly never taken is sent once more. */
async function reconcile<Entry extends Delivery, Result>(
  handler: Handler<Entry, Result>,
  entry: Entry,
  lookUp: (entry: Entry) => Promise<Finding<Result>>,
): Promise<void> {
  const found = await attempt(handler, entry, lookUp(entry));
  if (!isPending(handler, entry)) return;
  const sureAt = (entry.begunAt ?? 0) + SURE_AFTER_MS;
  switch (found.outcome) {
    case 'answered':
      return handler.finish(entry, found.result);
    case 'absent':
      if (handler.clock.now() < sureAt) return handler.postpone(entry, sureAt, 'unconfirmed');
      if (hasExpired(handler, entry)) return handler.giveUp(entry, 'expired');
      if (entry.unconfirmedAttempts >= UNCONFIRMED_MAX) return handler.giveUp(entry, 'not_taken');
      return send(handler, { ...entry, state: 'queued' });
    case 'unknown':
    case 'later':
    case 'stopped':
      if (isLookUpOver(handler, entry)) return handler.giveUp(entry, 'unknown');
      return handler.postpone(entry, retryAt(handler, entry, found), 'unconfirmed');
  }
}

/** An attempt that threw may have reached the receiver: its outcome is unknown, not failed. */
async function attempt<Entry extends Delivery, Found extends Finding<unknown>>(
  handler: { breaker?: CircuitBreaker; report(entry: Entry, reason: unknown): void },
  entry: Entry,
  made: Promise<Found>,
): Promise<Found | (Unanswered & { outcome: 'unknown' })> {
  const answer = await made.catch((reason: unknown) => ({ outcome: 'unknown' as const, reason }));
  const { outcome } = answer;
  handler.breaker?.record(
    outcome === 'unknown' ? 'unanswered' : outcome === 'stopped' ? 'stopped' : 'answered',
  );
  if ('reason' in answer) handler.report(entry, answer.reason);
  return answer;
}

/** As long as the receiver asks for, and longer from time to time. */
function retryAt(
  { clock }: { clock: Clock },
  { attempts }: Delivery,
  { afterMs }: { afterMs?: number | null },
): number {
  return clock.now() + Math.max(afterMs ?? 0, retryDelayMs(attempts, clock.random()));
}

function isPending<Entry extends Delivery>(
  handler: { isPending?(entry: Entry): boolean },
  entry: Entry,
): boolean {
  return handler.isPending?.(entry) ?? true;
}

function isProbeDue(openUntil: number | null, now: number): boolean {
  return openUntil !== null && now >= openUntil;
}

function hasExpired({ clock }: { clock: Clock }, { expiresAt }: Delivery): boolean {
  return expiresAt !== null && clock.now() >= expiresAt;
}

function isLookUpOver({ clock }: { clock: Clock }, { begunAt }: Delivery): boolean {
  return clock.now() >= (begunAt ?? 0) + LOOK_UP_FOR_MS;
}
