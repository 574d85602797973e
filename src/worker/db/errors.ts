/** Errors that mean: the database or a Durable Object is unavailable. */

/** D1's messages for a statement that was rejected before it began. */
const turnedAway = /overloaded|database is locked|SQLITE_BUSY/i;

/** D1's messages for a restart or a lost connection. D1's error has no property for the cause. */
const brokeOff =
  /network connection lost|storage operation exceeded timeout|internal error|database (DB )?reset|code was updated|isolate exceeded|currently being restarted/i;

/**
 * The database was unavailable before the call changed anything. The caller may try again, whatever the call's HTTP
 * method is.
 */
export class UnavailableError extends Error {
  override name = 'UnavailableError';

  constructor(cause: unknown) {
    super('The database was away before anything was done', { cause });
  }
}

/**
 * The database was unavailable after the call had changed something. The answer must not claim that the data is
 * unchanged.
 */
export class PartiallyAppliedError extends Error {
  override name = 'PartiallyAppliedError';

  constructor(cause: unknown) {
    super('Something was away after a part was done', { cause });
  }
}

/** Wraps work that runs after a change was made: every error becomes `PartiallyAppliedError`. */
export async function notRetryable<T>(done: PromiseLike<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    throw new PartiallyAppliedError(error);
  }
}

/**
 * Wraps work that may be repeated: reads before any change, and idempotent calls. Throws `UnavailableError` if the
 * database is unavailable, and other errors unchanged.
 */
export async function retryable<T>(asked: PromiseLike<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw isUnavailable(error, 'GET') ? new UnavailableError(error) : error;
  }
}

/**
 * Whether the caller may get the answer "nothing was changed, try again". True if a read failed because of an outage,
 * or a statement was rejected before it began. False for a write that was interrupted, because its outcome is unknown.
 */
export function isUnavailable(error: unknown, method: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof UnavailableError) return true;
    if (at instanceof PartiallyAppliedError) return false;
    if ('overloaded' in at && at.overloaded === true) return true;
    if (isRead && 'retryable' in at && at.retryable === true) return true;
    // Only D1's own messages are checked, because Drizzle's message contains user input.
    if (at.message.startsWith('D1_ERROR')) {
      if (turnedAway.test(at.message)) return true;
      if (brokeOff.test(at.message)) return isRead;
    }
  }
  return false;
}
