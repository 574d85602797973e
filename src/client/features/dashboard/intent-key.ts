/**
 * Idempotency keys for one form (decision 9): a fresh random 128-bit key for each wish, kept while no answer came, so
 * that trying again after a lost answer does not add the same guest twice. Another wording is another wish.
 */
export function createIntentKeys() {
  let open: { wish: string; key: string } | null = null;
  return {
    keyFor(request: unknown): string {
      const wish = JSON.stringify(request);
      if (open?.wish !== wish) open = { wish, key: randomKey() };
      return open.key;
    },
    /** An answer came, whatever it says: the wish is settled. */
    settle(): void {
      open = null;
    },
  };
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
