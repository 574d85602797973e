/** Formats times for people. Words with numbers are in the copy catalogues, because they need plural forms. */

/**
 * Formats a time of day, such as '6:37 PM'. If `timeZone` or `locale` is missing, the reader's own time zone or locale
 * is used. The digits are always Latin.
 */
export function clockTime(epochMs: number, timeZone?: string, locale?: string): string {
  return inZone(timeZone, { hour: 'numeric', minute: '2-digit', numberingSystem: 'latn' }, locale).format(
    epochMs,
  );
}

/** Formats a date, such as 'Nov 20, 2026', in the time zone of the reader's device. */
export function shortDate(epochMs: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(epochMs);
}

/** Formats a date with its weekday, such as 'Friday, November 20, 2026', in an IANA time zone. */
export function longDate(epochMs: number, timeZone?: string, locale?: string): string {
  return inZone(timeZone, { dateStyle: 'full' }, locale).format(epochMs);
}

/**
 * Returns a formatter for a time zone. For an unknown zone the formatter uses UTC, as `day-figures.ts` does. The server
 * may support zones that this browser does not have yet.
 */
function inZone(
  timeZone: string | undefined,
  look: Intl.DateTimeFormatOptions,
  locale: string | undefined,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...look, ...(timeZone !== undefined && { timeZone }) });
  } catch {
    // Intl throws a RangeError for an unknown zone.
    return new Intl.DateTimeFormat(locale, { ...look, timeZone: 'UTC' });
  }
}
