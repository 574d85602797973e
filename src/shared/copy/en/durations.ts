/** Durations in English words. */
import { isOne } from './words.ts';

/** Elapsed time in the format of the spec: 'Just now', 'Nm ago', 'Xh Ym ago'. */
export function relativeTime(elapsedMs: number): string {
  return elapsedMs < 60_000 ? 'Just now' : `${shortTime(elapsedMs)} ago`;
}

/** Elapsed time in whole minutes: '52m', '1h 5m'. */
export function shortTime(elapsedMs: number): string {
  const minutes = Math.floor(Math.max(0, elapsedMs) / 60_000);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/**
 * Countdown in the format of the spec: 'Xd Yh Zm'. Part of a minute is rounded up to a whole minute, so the countdown
 * shows 0 only when the time is over.
 */
export function countdownInWords(leftMs: number): string {
  const minutes = Math.ceil(Math.max(0, leftMs) / 60_000);
  return `${Math.floor(minutes / 1_440)}d ${Math.floor(minutes / 60) % 24}h ${minutes % 60}m`;
}

/** The duration of a setting: '5 minutes', '1 minute', '1 minute 30 seconds'. */
export function lengthInWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms % 60_000) / 1_000);
  const words = [
    minutes > 0 && (isOne(minutes) ? `${minutes} minute` : `${minutes} minutes`),
    seconds > 0 && (isOne(seconds) ? `${seconds} second` : `${seconds} seconds`),
  ];
  return words.filter(Boolean).join(' ');
}
