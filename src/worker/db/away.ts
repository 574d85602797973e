/** Telling "the database or an object was away for a moment" from a bug. */

/** How D1 says that it is busy, restarting or unreachable; it sets no property that could be asked instead. */
const awaySentences =
  /overloaded|network connection lost|storage operation exceeded timeout|internal error|database (DB )?reset|code was updated|isolate exceeded|currently being restarted/i;

/**
 * True for an error after which the caller may be told "nothing was changed, try again": a read met something that
 * was away, or whatever the call did was turned away before it began. A write that broke off has an unknown outcome
 * and is not one of these.
 */
export function isAway(error: unknown, method: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('overloaded' in at && at.overloaded === true) return true;
    if (isRead && 'retryable' in at && at.retryable === true) return true;
    // Only D1's own sentences count: drizzle's message repeats what people typed.
    if (at.message.startsWith('D1_ERROR') && awaySentences.test(at.message)) {
      return isRead || /overloaded/i.test(at.message);
    }
  }
  return false;
}
