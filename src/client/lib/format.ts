/** Formats times for people. Words with numbers are in the copy catalogues, which know the plural. */

/**
 * A time of day, '6:37 PM', in the reader's language, and in the reader's zone if `timeZone` is missing. The digits are
 * always Latin.
 */
export function clockTime(epochMs: number, timeZone?: string, locale?: string): string {
  return inZone(timeZone, { hour: 'numeric', minute: '2-digit', numberingSystem: 'latn' }, locale).format(
    epochMs,
  );
}

/** A date, 'Nov 20, 2026', in the reader's zone. */
export function shortDate(epochMs: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(epochMs);
}

/** A full date, 'Friday, November 20, 2026', in an IANA time zone. */
export function longDate(epochMs: number, timeZone?: string, locale?: string): string {
  return inZone(timeZone, { dateStyle: 'full' }, locale).format(epochMs);
}

/**
 * An unknown zone is read as UTC, as in the figures of a day. The server's list of zones may be newer than this
 * browser's.
 */
function inZone(
  timeZone: string | undefined,
  look: Intl.DateTimeFormatOptions,
  locale: string | undefined,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...look, ...(timeZone !== undefined && { timeZone }) });
  } catch {
    // Intl throws a RangeError for an unknown zone. The page must still work.
    return new Intl.DateTimeFormat(locale, { ...look, timeZone: 'UTC' });
  }
}
