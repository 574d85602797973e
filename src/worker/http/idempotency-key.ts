/** Whether this is a valid idempotency key: long enough to be unique, short enough to store. */
export function isIdempotencyKey(key: string): boolean {
  return /^[\x21-\x7e]{16,200}$/.test(key);
}
