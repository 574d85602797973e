/** Times as people read them. Words with numbers are in the copy catalogues, which choose the plural themselves. */

/** Remaining time as mm:ss, rounded up so that 00:00 is shown only when nothing is left. */
export function mmss(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * A time of day, '6:37 PM', in the reader's language and (without `timeZone`) the reader's zone; in the digits of our pages,
 * whatever those of the language are.
 */
export function clockTime(epochMs: number, timeZone?: string, locale?: string): string {
  return inZone(timeZone, { hour: 'numeric', minute: '2-digit', numberingSystem: 'latn' }, locale).format(
    epochMs,
  );
}

/** A day, 'Nov 20, 2026', in the reader's zone. */
export function shortDate(epochMs: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(epochMs);
}

/** A day in full, 'Friday, November 20, 2026', in an IANA time zone. */
export function longDate(epochMs: number, timeZone?: string, locale?: string): string {
  return inZone(timeZone, { dateStyle: 'full' }, locale).format(epochMs);
}

/** A zone that this browser does not know (the server's list is newer) is read as UTC: so are the figures of its day. */
function inZone(
  timeZone: string | undefined,
  look: Intl.DateTimeFormatOptions,
  locale: string | undefined,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...look, ...(timeZone !== undefined && { timeZone }) });
  } catch {
    // The RangeError of an unknown name: a page that breaks over it would help nobody.
    return new Intl.DateTimeFormat(locale, { ...look, timeZone: 'UTC' });
  }
}
