/** A point in time, given in epoch milliseconds, as the API writes it: ISO 8601 in UTC, with milliseconds. */
export function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
