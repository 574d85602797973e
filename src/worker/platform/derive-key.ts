/**
 * Key derivation of password hashes. This step has its own file, so that tests of the Worker can add a cache.
 * `node:crypto` is imported on demand, because it adds about 8 ms to a Worker's start.
 */

/** Cost parameters of scrypt: log2 of N, r and p. */
export type Cost = { logN: number; r: number; p: number };

/** Derives a key of `keyBytes` bytes with scrypt. Rejects if the runtime finds the cost too high. */
export async function deriveKey(
  password: string,
  salt: Uint8Array,
  { logN, r, p }: Cost,
  keyBytes: number,
): Promise<Buffer> {
  const { scrypt } = await import('node:crypto');
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyBytes, { N: 2 ** logN, r, p }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
