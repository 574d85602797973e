import { pageLocale } from '../../shared/copy/page-language.ts';
import { relativeTime } from '../../shared/copy/owner/durations.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { shortDate } from '../lib/format.ts';
import { serverClock } from '../lib/server-clock.ts';

/** A past time in words: the elapsed time if it is less than 24 hours, otherwise the date. */
export function timeAgo(atMs: number): string {
  const elapsedMs = serverClock.now() - atMs;
  return elapsedMs < DAY_MS ? relativeTime(elapsedMs) : shortDate(atMs, pageLocale);
}
