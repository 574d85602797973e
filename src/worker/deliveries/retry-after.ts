/** The header `Retry-After` in milliseconds; 0 if the header is missing or contains a date. */
export function millisecondsOf(retryAfter: string | null): number {
  return /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0;
}
