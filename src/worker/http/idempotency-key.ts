/** Whether this is a key that makes a repeated call harmless: long enough to be nobody else's by chance, short enough to store. */
export function isIdempotencyKey(key: string): boolean {
  return /^[\x21-\x7e]{16,200}$/.test(key);
}
