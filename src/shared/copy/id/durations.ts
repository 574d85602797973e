/** Functions that write durations in Indonesian, which has no plural forms. */

/** Elapsed time after a word such as 'Antre', for a narrow row: 'baru saja', '5m lalu', '1j 5m lalu'. */
export function relativeTime(elapsedMs: number): string {
  return elapsedMs < 60_000 ? 'baru saja' : `${shortTime(elapsedMs)} lalu`;
}

/** Elapsed time in whole minutes: '52m', '1j 5m' (`j` for 'jam', an hour). */
export function shortTime(elapsedMs: number): string {
  const minutes = Math.floor(Math.max(0, elapsedMs) / 60_000);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}j ${minutes % 60}m`;
}

/**
 * Countdown: '2 hari 3 jam 4 mnt'. Part of a minute is rounded up to a whole minute, so the countdown shows 0 only when
 * the time is over.
 */
export function countdownInWords(leftMs: number): string {
  const minutes = Math.ceil(Math.max(0, leftMs) / 60_000);
  return `${Math.floor(minutes / 1_440)} hari ${Math.floor(minutes / 60) % 24} jam ${minutes % 60} mnt`;
}

/** The duration of a setting: '5 menit', '1 menit 30 detik'. */
export function lengthInWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms % 60_000) / 1_000);
  return [minutes > 0 && `${minutes} menit`, seconds > 0 && `${seconds} detik`].filter(Boolean).join(' ');
}
