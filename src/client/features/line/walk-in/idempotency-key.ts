/**
 * Idempotency keys for one form: a fresh random 128-bit key for each request, kept while no answer came, so
 * that trying again after a lost answer does not add the same guest twice. Another body is another request.
 */
export function createIdempotencyKeys() {
  let open: { body: string; key: string } | null = null;
  return {
    keyFor(request: unknown): string {
      const body = JSON.stringify(request);
      if (open?.body !== body) open = { body, key: randomKey() };
      return open.key;
    },
    /** An answer came, whatever it says: the next request has a key of its own. */
    complete(): void {
      open = null;
    },
  };
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
