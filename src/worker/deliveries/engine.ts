/**
 * Delivery engine: sends deliveries, retries, asks the receiver about unconfirmed deliveries, gives deliveries up, and
 * reports each failure. The locations' objects and the deliveries in D1 use the same engine. Each kind of delivery has
 * its own handler. Pure: the engine uses no platform APIs, so its tests need no Workers runtime.
 */
import type { AttemptOutcome } from '../../shared/queue/rules/texts/circuit-breaker.ts';

/** A delivery. Times are epoch milliseconds. */
export type Delivery = {
  /** Id of the delivery for its receiver: the same in each attempt. */
  id: string;
  /** JSON. The kind of the delivery defines the shape of the JSON. */
  payload: string;
  /**
   * - `queued`: the receiver has not received the delivery.
   * - `sending`: an attempt has begun. A due delivery in this state was interrupted.
   * - `unconfirmed`: an attempt ended without an answer. The delivery may have been received.
   */
  state: 'queued' | 'sending' | 'unconfirmed';
  /** How often the delivery was postponed. */
  attempts: number;
  unconfirmedAttempts: number;
  /** Start of the first attempt that may have reached the receiver; null if there was no such attempt. */
  begunAt: number | null;
  dueAt: number;
  /** The time after which the delivery is not sent; null: the delivery never expires. */
  expiresAt: number | null;
};

/**
 * An attempt without a final answer. `reason` is for the log; absent if the handler has already logged the failure.
 *
 * - `unknown`: the delivery may have been received.
 * - `later`: the delivery was not received. The receiver asks us to wait. `afterMs` is the wait that the receiver asks
 *   for; null or absent if the receiver names no wait.
 * - `stopped`: the delivery was not received. The receiver refuses our account.
 */
type Unanswered = { outcome: 'unknown' | 'later' | 'stopped'; reason?: unknown; afterMs?: number | null };

/** The result of an attempt. `reason`: why the receiver refused the delivery; used only in the log. */
export type AttemptResult<Result> = { outcome: 'answered'; result: Result; reason?: string } | Unanswered;

/** The result of a look-up. `absent`: the receiver does not have the delivery. */
export type Finding<Result> = AttemptResult<Result> | { outcome: 'absent' };

/**
 * Why a delivery ends without a result.
 *
 * - `expired`: the delivery was too late.
 * - `not_taken`: the last allowed attempt failed, and the delivery was certainly not received.
 * - `unknown`: the delivery may have been received, so a repetition is not allowed.
 */
type GivenUp = 'expired' | 'not_taken' | 'unknown';

/** Circuit breaker: stops all attempts of a kind while the receiver is unavailable. */
type CircuitBreaker = {
  record(outcome: AttemptOutcome): void;
  /**
   * The time until which the breaker is open; null: the breaker is closed. After this time, one due delivery is sent as
   * a probe.
   */
  openUntil(): number | null;
  /** Postpones deliveries that become due while the breaker is open, but not beyond their expiry. */
  deferAll(): void;
};

/** Time and randomness. Both are parameters, so that tests can control them. */
export type Clock = {
  now: () => number;
  /** A random number from 0 up to 1, which spreads the retries over time. */
  random: () => number;
};

type Wait = Promise<void> | void;

/** How deliveries of one kind are stored and sent. `Result`: the receiver's answer. */
export type Handler<Entry extends Delivery, Result> = {
  clock: Clock;
  /** Number of parallel attempts. */
  lanes: number;
  /** The due deliveries, in sending order. */
  due(now: number, limit: number): Promise<Entry[]> | Entry[];
  /**
   * False if the delivery was cancelled, or if its result is known from another source. Handlers whose deliveries
   * always stay pending omit this function.
   */
  isPending?(entry: Entry): boolean;
  /**
   * Records on disk that an attempt begins, and resolves with the recorded entry. Null: the delivery is not sent now,
   * and the handler has recorded the reason.
   */
  begin(entry: Entry): Promise<Entry | null>;
  send(entry: Entry): Promise<AttemptResult<Result>>;
  /**
   * The handling of an unconfirmed delivery. `lookUp` asks the receiver about the delivery. `mayRepeat`: true if the
   * delivery may be sent again, because a duplicate is harmless.
   */
  unconfirmed: { lookUp(entry: Entry): Promise<Finding<Result>> } | { mayRepeat(entry: Entry): boolean };
  finish(entry: Entry, result: Result): Wait;
  giveUp(entry: Entry, why: GivenUp): Wait;
  /** Postpones the delivery to `dueAt`, sets this state, and counts one more attempt. */
  postpone(entry: Entry, dueAt: number, state: 'queued' | 'unconfirmed'): Wait;
  /** Records an attempt that ended without an answer. The delivery is due again at `dueAt`. */
  markUnconfirmed(entry: Entry, dueAt: number): Wait;
  breaker?: CircuitBreaker;
  /** Called for each failure. */
  report(entry: Entry, reason: unknown): void;
};

/** Handler for a receiver that accepts many deliveries in one call and recognises a repeated delivery by its id. */
export type BatchHandler<Entry extends Delivery> = {
  clock: Clock;
  due(now: number, limit: number): Entry[];
  /** Sends all entries or throws. */
  send(entries: Entry[]): Promise<void>;
  finish(entries: Entry[]): void;
  /** Postpones the deliveries to `dueAt`, and counts one more attempt for each delivery. */
  postpone(entries: Entry[], dueAt: number): void;
  /** Called for each failure. `attempts`: the highest number of attempts among the entries. */
  report(attempts: number, reason: unknown): void;
};

/** Error of an attempt that timed out: the delivery may have been received. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/**
 * The largest number of deliveries in one call of `drain` or `drainTogether`, because D1 allows only 100 bound values
 * in a statement.
 */
const BATCH = 50;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 300_000;
/** Wait before the first look-up of an unconfirmed delivery, because the receiver may list the delivery late. */
const FIRST_LOOK_UP_MS = 5_000;
/**
 * A receiver may accept a delivery long after our timeout. A delivery that the receiver does not list after this time
 * was never received.
 */
const SURE_AFTER_MS = 60_000;
/** Look-ups of a delivery end after this time, and its outcome stays unknown. */
const LOOK_UP_FOR_MS = 3_600_000;
/**
 * Limit of unconfirmed attempts. A second attempt is made only after proof that the receiver did not get the first
 * attempt.
 */
const UNCONFIRMED_MAX = 2;

/**
 * Wait after failed attempts, in milliseconds: doubled with each attempt, with a maximum, and randomly shortened by up
 * to half.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
  return Math.round(delay * (1 - random / 2));
}

/** Delivers all due deliveries, one by one in each lane. Failed deliveries are postponed. */
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
  // The probe: one delivery is sent to find out whether the receiver works again.
  await lane(() => isProbeDue(openUntil(), clock.now()));
  const isClosed = () => openUntil() === null;
  await Promise.all(Array.from({ length: handler.lanes }, () => lane(isClosed)));
  if (isClosed()) return;
  for (const entry of left) await giveUpInTime(handler, entry);
  breaker?.deferAll();
}

/**
 * Delivers all due deliveries in one batch. If a batch with an already postponed delivery fails again, and the failure
 * is not a timeout (`NoAnswer`), the batch is split into halves, so that one bad entry does not block the other
 * entries.
 */
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

/** Sends, looks up or gives up one delivery, depending on its state. */
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
  // An interrupted attempt: the delivery may have been received.
  return handler.markUnconfirmed(entry, handler.clock.now() + FIRST_LOOK_UP_MS);
}

/** Called while the breaker is open: ends a delivery that has expired, or whose time for look-ups is over. */
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
  // While the attempt ran, another source may have reported the delivery's result.
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

/**
 * Looks up an unconfirmed delivery. Sends the delivery again only if the receiver certainly did not get the delivery.
 */
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

/** An attempt that throws may have reached the receiver, so its outcome is `unknown`. */
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

/** The time of the next attempt; not before the time that the receiver asks for. */
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
