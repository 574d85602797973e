/** Lengths of time as English says them. */
import { isOne } from './words.ts';

/** How long ago, as the spec writes it: 'Just now', 'Nm ago', 'Xh Ym ago'. */
export function relativeTime(elapsedMs: number): string {
  const minutes = Math.floor(Math.max(0, elapsedMs) / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes}m ago`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m ago`;
}

/** What is left, as the spec writes it: 'Xd Yh Zm'. A minute that has begun counts, so that 0 means over. */
export function countdownInWords(leftMs: number): string {
  const minutes = Math.ceil(Math.max(0, leftMs) / 60_000);
  return `${Math.floor(minutes / 1_440)}d ${Math.floor(minutes / 60) % 24}h ${minutes % 60}m`;
}

/** A length as an owner sets it: '5 minutes', '1 minute', '1 minute 30 seconds'. */
export function lengthInWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms % 60_000) / 1_000);
  const words = [
    minutes > 0 && (isOne(minutes) ? `${minutes} minute` : `${minutes} minutes`),
    seconds > 0 && (isOne(seconds) ? `${seconds} second` : `${seconds} seconds`),
  ];
  return words.filter(Boolean).join(' ');
}
