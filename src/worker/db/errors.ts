/** Telling "the database or an object was away for a moment" from a bug. */

/** How D1 says that it turned a statement away before it began; the local runtime's database can be locked. */
const turnedAway = /overloaded|database is locked|SQLITE_BUSY/i;

/** How D1 says that it is restarting or unreachable; it sets no property that could be asked instead. */
const brokeOff =
  /network connection lost|storage operation exceeded timeout|internal error|database (DB )?reset|code was updated|isolate exceeded|currently being restarted/i;

/** The database was away before a call had changed anything: its caller may be told so, whatever its method. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';

  constructor(cause: unknown) {
    super('The database was away before anything was done', { cause });
  }
}

/** Something was away after a call had changed something already: its caller must not be told that nothing was. */
export class PartiallyAppliedError extends Error {
  override name = 'PartiallyAppliedError';

  constructor(cause: unknown) {
    super('Something was away after a part was done', { cause });
  }
}

/** What a call does after it has changed something. Throws `PartiallyAppliedError` whatever the error. */
export async function notRetryable<T>(done: PromiseLike<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    throw new PartiallyAppliedError(error);
  }
}

/**
 * What a call asks the database before it changes anything, or what may be repeated without harm. Throws
 * `UnavailableError` where the database is away; other errors stay as they are.
 */
export async function retryable<T>(asked: PromiseLike<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw isUnavailable(error, 'GET') ? new UnavailableError(error) : error;
  }
}

/**
 * True for an error after which the caller may be told "nothing was changed, try again": a read met something that
 * was away, or whatever the call did was turned away before it began. A write that broke off has an unknown outcome
 * and is not one of these.
 */
export function isUnavailable(error: unknown, method: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof UnavailableError) return true;
    if (at instanceof PartiallyAppliedError) return false;
    if ('overloaded' in at && at.overloaded === true) return true;
    if (isRead && 'retryable' in at && at.retryable === true) return true;
    // Only D1's own sentences count: drizzle's message repeats what people typed.
    if (at.message.startsWith('D1_ERROR')) {
      if (turnedAway.test(at.message)) return true;
      if (brokeOff.test(at.message)) return isRead;
    }
  }
  return false;
}
