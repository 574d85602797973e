/**
 * Idempotency keys for one form: a random 128-bit key for each request, kept until an answer arrives. A retry after a
 * lost answer therefore does not add the guest twice. A request with a different body gets a different key.
 */
export function createIdempotencyKeys() {
  let open: { body: string; key: string } | null = null;
  return {
    keyFor(request: unknown): string {
      const body = JSON.stringify(request);
      if (open?.body !== body) open = { body, key: randomKey() };
      return open.key;
    },
    /** Call this function after any answer. The next request then gets a new key. */
    complete(): void {
      open = null;
    },
  };
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
