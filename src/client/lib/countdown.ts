/** Formats a remaining time as mm:ss. The time is rounded up, so that 00:00 means that no time is left. */
export function mmss(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
